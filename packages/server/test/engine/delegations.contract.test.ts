import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import type { ApprovalRule, CreateDelegation } from "@countersign/protocol";
import type { Principal } from "../../src/core/principal.ts";
import { claimApproved } from "../support/claim.ts";
import { findAction } from "../../src/store/statements/read-actions.ts";
import { transitionAction } from "../../src/store/statements/transition-action.ts";
import { SYSTEM } from "../../src/store/statements/row.ts";
import { codeOf, need, openGate, propose, type Gate } from "../support/gate.ts";

const channel = "api";
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

const kind = inject("database");

/** Tests decisions by delegates, on either database. No executor runs. */
describe(`delegations on ${kind}`, () => {
  let gate: Gate;
  let ada: Principal;
  let bob: Principal;
  let admin: Principal;
  beforeAll(async () => {
    gate = await openGate(kind, { started: false });
    ({ approver: ada, other: bob, admin } = gate.people);
  });
  afterAll(async () => gate?.close());
  beforeEach(async () => {
    await gate.database.kysely.deleteFrom("delegation").execute();
    await rule({ needs: "any_of", of: [{ user: ada.id }] });
  });

  const rule = async (approvalRule: ApprovalRule | null, approverIds: string[] = []) =>
    need(await gate.engine.tools.change(admin, "pay", { approvalRule, approverIds, confirm: true }));
  const lend = async (more: Partial<CreateDelegation> = {}, by = ada) =>
    need(await gate.engine.delegations.create(by, { delegateId: bob.id, to: inDays(1), confirm: true, ...more }));
  const ask = () => propose(gate, "pay", { amount: 1 });
  const approve = (id: string, by: Principal) => gate.engine.decisions.approve(by, id, { channel });
  const read = async (id: string) => need(await gate.engine.actions.get(gate.people.viewer, id));
  const claimed = async (id: string) => {
    await claimApproved(gate.database.kysely, { source: "server", limit: 100, leaseSeconds: 600, by: SYSTEM });
    const { status, error } = await read(id);
    return error?.code ?? status;
  };

  test("G18 a delegate decides in the other's place, both are on the record, and it runs", async () => {
    const id = await ask();
    expect(codeOf(await approve(id, bob))).toBe("FORBIDDEN");
    await lend();
    const done = need(await approve(id, bob));
    expect(done).toMatchObject({ status: "approved", resolvedBy: { id: bob.id }, votes: { given: [{ id: ada.id }] } });
    const seen = await read(id);
    expect(seen.decisions).toMatchObject([{ by: { id: bob.id }, onBehalfOf: { id: ada.id, name: ada.name } }]);
    const told = need(await gate.engine.actions.timeline(admin, id)).at(-1);
    expect(told).toMatchObject({ kind: "action.approved", by: { id: bob.id }, data: { onBehalfOf: { id: ada.id } } });
    expect(await claimed(id)).toBe("executing");
    expect(need(await gate.engine.audit.verify(admin)).faults).toEqual([]);

    const other = await ask();
    expect(need(await gate.engine.decisions.reject(bob, other, { channel })).decisions).toMatchObject([
      { onBehalfOf: { id: ada.id } },
    ]);
  });

  test("G18 a right of one's own goes first, and a tool without a rule lends its places too", async () => {
    await lend();
    await rule(null);
    const own = await ask();
    expect(need(await approve(own, bob)).decisions).toMatchObject([{ by: { id: bob.id }, onBehalfOf: null }]);
    await rule(null, [ada.id]);
    const lent = await ask();
    expect(need(await approve(lent, bob)).decisions).toMatchObject([{ onBehalfOf: { id: ada.id } }]);
    expect(await claimed(lent)).toBe("executing");
  });

  test("G18 a delegation begins and ends by itself", async () => {
    const id = await ask();
    await lend({ from: inDays(1), to: inDays(2) });
    expect(codeOf(await approve(id, bob))).toBe("FORBIDDEN");
    await gate.database.kysely
      .updateTable("delegation")
      .set({ startsAt: inDays(-2), endsAt: inDays(-1) })
      .execute();
    expect(codeOf(await approve(id, bob))).toBe("FORBIDDEN");
    await gate.database.kysely
      .updateTable("delegation")
      .set({ endsAt: inDays(1) })
      .execute();
    need(await approve(id, bob));
    // A decision made before the delegation ended stays valid.
    await gate.database.kysely
      .updateTable("delegation")
      .set({ endsAt: inDays(-1) })
      .execute();
    expect(await claimed(id)).toBe("executing");
  });

  test("G18 it is never passed on", async () => {
    await lend();
    await lend({ delegateId: admin.id }, bob);
    expect(codeOf(await approve(await ask(), admin))).toBe("FORBIDDEN");
  });

  test("G18 one person has one vote, whoever's place it is given in", async () => {
    await rule({ needs: "all_of", of: [{ user: ada.id }, { role: "approver" }] });
    await lend();
    const id = await ask();
    need(await approve(id, ada));
    expect(need(await approve(id, bob)).status).toBe("approved");

    await rule({ needs: "n_of", n: 2, of: [{ user: ada.id }, { user: admin.id }] });
    // Bob may be the delegate of either of them, but not of both.
    await lend({}, admin);
    const both = await ask();
    const first = need(await approve(both, bob)).decisions[0]?.onBehalfOf?.id;
    const [replaced, other] = first === admin.id ? [admin, ada] : [ada, admin];
    for (const by of [bob, replaced]) expect(codeOf(await approve(both, by))).toBe("INVALID_STATE");
    expect(need(await approve(both, other)).status).toBe("approved");
    expect(await claimed(both)).toBe("executing");
  });

  test("G8 what was approved in another's place does not run when the delegation was revoked or the delegate may not decide", async () => {
    const { id: lent } = await lend();
    const first = await ask();
    need(await approve(first, bob));
    need(await gate.engine.delegations.revoke(ada, lent));
    expect(await claimed(first)).toBe("forbidden");
    expect(codeOf(await gate.engine.delegations.revoke(ada, lent))).toBe("INVALID_STATE");

    await rule(null, [ada.id]);
    const { id: again } = await lend();
    const second = await ask();
    need(await approve(second, bob));
    need(await gate.engine.delegations.revoke(admin, again));
    expect(await claimed(second)).toBe("forbidden");

    await lend();
    const third = await ask();
    need(await approve(third, bob));
    const member = gate.database.kysely.updateTable("member").where("userId", "=", bob.id);
    await member.set({ role: "viewer" }).execute();
    expect(await claimed(third)).toBe("forbidden");
    await member.set({ role: "approver" }).execute();
  });

  test("G7 nobody stands in for the person the agent acts for", async () => {
    await lend();
    const actsFor = async (userId: string | null) =>
      need(await gate.engine.agents.change(admin, gate.agent.id, { actsFor: userId, confirm: true }));
    await actsFor(ada.id);
    const id = await ask();
    expect(codeOf(await approve(id, bob))).toBe("FORBIDDEN");
    await actsFor(bob.id);
    expect(codeOf(await approve(id, bob))).toBe("FORBIDDEN");
    await actsFor(null);
    need(await approve(id, bob));
    await actsFor(ada.id);
    expect(await claimed(id)).toBe("forbidden");
    await actsFor(null);
  });

  test("G18 a decision in another person's place is not written after the delegation's end", async () => {
    const { id: delegationId } = await lend();
    const id = await ask();
    const { version, digest, policyEpoch } = (await findAction(gate.database.kysely, ada.workspaceId, id))!;
    const reject = (endsAt: string) =>
      transitionAction(gate.database.kysely, {
        workspaceId: ada.workspaceId,
        id,
        from: ["pending"],
        to: "rejected",
        seenVersion: version,
        digest,
        by: bob,
        event: "action.rejected",
        policyEpoch: policyEpoch!,
        delegator: { id: ada.id, name: ada.name, delegationId, endsAt },
      });
    expect(await reject(inDays(-1))).toBeUndefined();
    expect((await reject(inDays(1)))?.status).toBe("rejected");
  });

  test("who lends, to whom and for how long is checked", async () => {
    const code = async (by: Principal, more: Partial<CreateDelegation> = {}) => {
      const made = await gate.engine.delegations.create(by, { delegateId: bob.id, to: inDays(1), confirm: true, ...more });
      return made.ok ? "ok" : (made.refusal.errors?.[0]?.path ?? made.refusal.code);
    };
    expect(await code(gate.people.viewer)).toBe("FORBIDDEN");
    expect(await code(gate.agent)).toBe("FORBIDDEN");
    expect(await code(ada, { userId: admin.id })).toBe("FORBIDDEN");
    expect(await code(admin, { userId: ada.id })).toBe("ok");
    expect(await code(ada, { delegateId: ada.id })).toBe("/delegateId");
    expect(await code(ada, { delegateId: gate.people.viewer.id })).toBe("/delegateId");
    expect(await code(ada, { delegateId: "nobody" })).toBe("/delegateId");
    expect(await code(ada, { to: inDays(-1) })).toBe("/to");
    expect(await code(ada, { to: inDays(400) })).toBe("/to");
    const { id } = await lend();
    expect(need(await gate.engine.delegations.list(gate.people.viewer)).map((one) => one.id)).toContain(id);
    const made = need(await gate.engine.audit.page(admin, { kinds: ["delegation.created"], limit: 200 })).at(-1);
    expect(made).toMatchObject({ by: { id: ada.id }, data: { id, userId: ada.id, delegateId: bob.id } });
  });
});
