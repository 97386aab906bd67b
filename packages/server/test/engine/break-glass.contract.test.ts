import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import type { ApprovalRule } from "@countersign/protocol";
import type { Principal } from "../../src/core/principal.ts";
import { SYSTEM } from "../../src/store/statements/row.ts";
import { lockAuditHead } from "../../src/store/statements/audit-events.ts";
import { claimApproved } from "../support/claim.ts";
import { codeOf, need, openGate, propose, type Gate } from "../support/gate.ts";
import { untilBlocked } from "../support/until-blocked.ts";

const kind = inject("database");
const reason = "The site is down and the others sleep";
const TWO: ApprovalRule = { needs: "n_of", n: 2, of: [{ role: "approver" }] };

/** From the emergency approval to the claim. No executor runs: the tests claim runnable actions themselves. */
describe(`breaking the glass on ${kind}`, () => {
  let gate: Gate;
  let ada: Principal;
  let bob: Principal;
  let admin: Principal;
  let amount = 0;
  beforeAll(async () => {
    gate = await openGate(kind, { started: false });
    ({ approver: ada, other: bob, admin } = gate.people);
  });
  afterAll(async () => gate?.close());
  beforeEach(async () => {
    await allow(ada, true);
    await set({ approverRole: null, approverIds: [], approvalRule: TWO, routingRules: [], risk: 2 });
  });

  const set = async (settings: object) => need(await gate.engine.tools.change(admin, "pay", { ...settings, confirm: true }));
  const allow = (person: Principal, breakGlass: boolean | null, more: object = {}) =>
    gate.database.kysely
      .updateTable("member")
      .set({ breakGlass, ...more })
      .where("userId", "=", person.id)
      .execute();
  const ask = (): Promise<string> => propose(gate, "pay", { amount: (amount += 1) }, { delivery: "queue", waitSeconds: 0 });
  const read = async (id: string) => need(await gate.engine.actions.get(admin, id));
  const breakIt = async (id: string, by = ada, digest?: string) =>
    gate.engine.decisions.breakGlass(by, id, { digest: digest ?? (await read(id)).digest, reason });
  /** Starts all of them while somebody else holds the log, so that none is over before the last has begun. */
  const allAtOnce = async <T>(starts: readonly (() => Promise<T>)[]): Promise<T[]> => {
    // The embedded database has one transaction at a time.
    if (kind !== "pg") return Promise.all(starts.map((start) => start()));
    const { kysely, urgent } = gate.database;
    return kysely
      .transaction()
      .execute(async (holder) => {
        await lockAuditHead(holder, admin.workspaceId);
        const ended = Promise.all(starts.map((start) => start()));
        await untilBlocked(urgent, starts.length);
        return { ended };
      })
      .then(({ ended }) => ended);
  };
  const claimed = async (id: string) => {
    await claimApproved(gate.database.kysely, { source: "server", limit: 100, leaseSeconds: 600, by: SYSTEM });
    const { status, error } = await read(id);
    return error?.code ?? status;
  };

  test("G46 one person with the right runs at once what takes two, with the reason on the record", async () => {
    const id = await ask();
    const later = new Date(Date.now() + 3_600_000).toISOString();
    need(await gate.engine.decisions.approve(bob, id, { channel: "inbox", notBefore: later }));
    expect(need(await breakIt(id))).toMatchObject({ status: "approved", notBefore: null, resolvedBy: { id: ada.id } });
    expect(await claimed(id)).toBe("executing");
    expect((await read(id)).decisions.at(-1)).toMatchObject({ verdict: "approve", channel: "break_glass", comment: reason });
    expect(need(await gate.engine.audit.verify(admin)).faults).toEqual([]);
  });

  test("G46 neither a named approver, a routing rule nor that the agent acts for them keeps them from it", async () => {
    need(await gate.engine.agents.change(admin, gate.agent.id, { actsFor: ada.id, confirm: true }));
    const others = { needs: "n_of", n: 2, of: [{ user: admin.id }, { user: bob.id }] };
    for (const settings of [
      { approvalRule: null, approverRole: "admin", approverIds: [admin.id] },
      {
        approverRole: null,
        approverIds: [],
        routingRules: [{ name: "Large", when: "args.amount > 0", approvalRule: others }],
      },
    ]) {
      await set(settings);
      const id = await ask();
      expect(codeOf(await gate.engine.decisions.approve(ada, id, { channel: "inbox" }))).toBe("FORBIDDEN");
      expect(need(await breakIt(id)).status).toBe("approved");
      expect(await claimed(id)).toBe("executing");
    }
    need(await gate.engine.agents.change(admin, gate.agent.id, { actsFor: null, confirm: true }));
  });

  test("G46 without the right nobody does: not an administrator, a viewer, a token, an agent or a right that does not count yet", async () => {
    const id = await ask();
    const saidTo = async (by: Principal) => {
      const refused = await breakIt(id, by);
      return refused.ok ? "ok" : refused.refusal.detail;
    };
    const [noRight, noRole] = [/do not have permission to approve in an emergency/, /Only an approver or admin/];
    expect(await saidTo(admin)).toMatch(noRight);
    expect(await saidTo({ ...ada, scope: "decide" })).toMatch(noRight);
    expect(await saidTo(gate.people.viewer)).toMatch(noRole);
    expect(await saidTo(gate.agent)).toMatch(noRole);
    await allow(gate.people.viewer, true);
    expect(await saidTo(gate.people.viewer)).toMatch(noRole);
    await allow(gate.people.viewer, null);
    await allow(ada, true, { countsFrom: new Date(Date.now() + 3_600_000), formerRole: "approver" });
    expect(codeOf(await breakIt(id))).toBe("FORBIDDEN");
    await allow(ada, true, { formerBreakGlass: true });
    expect(need(await breakIt(id)).status).toBe("approved");
    await allow(ada, true, { countsFrom: new Date(Date.now() - 1000), formerBreakGlass: null });
  });

  test("G46 what no approval could do stays refused", async () => {
    const id = await ask();
    expect(codeOf(await breakIt(id, ada, "0".repeat(64)))).toBe("DIGEST_MISMATCH");
    await gate.database.kysely.updateTable("tool").set({ definitionHash: "other" }).where("name", "=", "pay").execute();
    expect(codeOf(await breakIt(id))).toBe("STALE");
    const { toolHash } = await gate.database.kysely
      .selectFrom("action")
      .select("toolHash")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    await gate.database.kysely.updateTable("tool").set({ definitionHash: toolHash }).where("name", "=", "pay").execute();
    need(await gate.engine.emergency.stop(admin, "stop"));
    expect(codeOf(await breakIt(id))).not.toBe("ok");
    need(await gate.engine.emergency.lift(admin));
    expect((await read(id)).status).toBe("pending");
    need(await gate.engine.decisions.reject(bob, id, { channel: "inbox" }));
    expect(codeOf(await breakIt(id))).toBe("INVALID_STATE");
  });

  test("G46 who loses the right before it starts has approved nothing", async () => {
    const id = await ask();
    need(await breakIt(id));
    await allow(ada, null);
    expect(await claimed(id)).toBe("forbidden");

    // Taken and given again: it does not count yet.
    await allow(ada, true);
    const other = await ask();
    need(await breakIt(other));
    await allow(ada, true, { countsFrom: new Date(Date.now() + 3_600_000), formerRole: "approver" });
    expect(await claimed(other)).toBe("forbidden");
    await allow(ada, true, { countsFrom: new Date(Date.now() - 1000), formerRole: null });
  });

  test("G46 who has it run again approves as everybody does, whatever they broke before", async () => {
    const id = await ask();
    need(await breakIt(id));
    need(await gate.engine.settlements.withdraw(bob, id));
    need(await gate.engine.settlements.retry(ada, id));
    expect(await claimed(id)).toBe("forbidden");

    // What one may approve alone runs again without the right.
    await set({ approvalRule: null });
    const alone = await ask();
    need(await breakIt(alone));
    need(await gate.engine.settlements.withdraw(ada, alone));
    await allow(ada, null);
    need(await gate.engine.settlements.retry(ada, alone));
    expect(await claimed(alone)).toBe("executing");
  });

  test("G46 a call that the agent may not make any more alarms nobody", async () => {
    const id = await ask();
    need(await gate.engine.agents.change(admin, gate.agent.id, { maxRisk: 1 }));
    expect(codeOf(await breakIt(id))).toBe("FORBIDDEN");
    need(await gate.engine.agents.change(admin, gate.agent.id, { maxRisk: null, confirm: true }));
    expect((await read(id)).status).toBe("pending");
  });

  test("G46 of breaking the glass and a rejection at once, one wins", async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await ask();
      const { digest } = await read(id);
      const ended = await Promise.all([
        breakIt(id, ada, digest),
        gate.engine.decisions.reject(bob, id, { channel: "inbox", digest }),
      ]);
      expect(ended.map(codeOf).toSorted()).toEqual(["INVALID_STATE", "ok"]);
    }
  });

  test("G46 a broken glass is reviewed once, by somebody else", async () => {
    const id = await ask();
    need(await breakIt(id));
    const { glassReviews } = gate.engine;
    const said = { finding: "justified", note: "It was down indeed" };
    expect(need(await glassReviews.list(gate.people.viewer, { open: true })).items[0]).toMatchObject({
      pendingActionId: id,
      by: { id: ada.id },
      reason,
      review: null,
    });
    expect(codeOf(await glassReviews.review(ada, id, said))).toBe("FORBIDDEN");
    expect(codeOf(await glassReviews.review(gate.people.viewer, id, said))).toBe("FORBIDDEN");
    expect(codeOf(await glassReviews.review(bob, await ask(), said))).toBe("NOT_FOUND");
    const reviewers = [bob, admin, bob];
    const ended = await allAtOnce(reviewers.map((by) => () => glassReviews.review(by, id, said)));
    expect(ended.map(codeOf).toSorted()).toEqual(["INVALID_STATE", "INVALID_STATE", "ok"]);
    const [use] = need(await glassReviews.list(admin, { id })).items;
    expect(use?.review).toMatchObject({ finding: "justified", note: "It was down indeed", at: expect.stringMatching(/Z$/) });
    expect(
      need(await glassReviews.list(admin, { open: true })).items.map(({ pendingActionId }) => pendingActionId),
    ).not.toContain(id);
    expect(need(await gate.engine.audit.verify(admin)).faults).toEqual([]);
  });
});
