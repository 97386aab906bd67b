import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import type { ChangeAgent, ToolSettings } from "@countersign/protocol";
import type { Principal } from "../../src/core/principal.ts";
import { SYSTEM } from "../../src/store/statements/row.ts";
import { claimApproved } from "../support/claim.ts";
import { codeOf, need, openGate, propose, type Gate } from "../support/gate.ts";

const kind = inject("database");
const channel = "inbox";

/** Tests where the person for whom an agent acts may confirm its calls. No executor runs: tests claim runnable actions themselves. */
describe(`self-confirm on ${kind}`, () => {
  let gate: Gate;
  let ada: Principal;
  let bob: Principal;
  let admin: Principal;
  let toolRisk: 0 | 1 | 2 | 3 | 4 | 5;
  beforeAll(async () => {
    gate = await openGate(kind, { started: false });
    ({ approver: ada, other: bob, admin } = gate.people);
    toolRisk = need(await gate.engine.tools.list(admin)).find(({ name }) => name === "pay")!.risk;
  });
  afterAll(async () => gate?.close());

  const none: ToolSettings = {
    approvalRule: null,
    routingRules: [],
    approverRole: null,
    approverIds: [],
    escalateAfterSeconds: null,
    escalateTo: null,
    needsSecondPerson: false,
    risk: null,
  };
  const set = async (settings: ToolSettings) =>
    need(await gate.engine.tools.change(admin, "pay", { ...none, ...settings, confirm: true }));
  const changeAgent = (changes: ChangeAgent) => gate.engine.agents.change(admin, gate.agent.id, changes);
  const allow = async (selfConfirmMaxRisk: ChangeAgent["selfConfirmMaxRisk"], actsFor: string | null = ada.id) =>
    need(await changeAgent({ actsFor, selfConfirmMaxRisk, confirm: true }));
  beforeEach(async () => {
    await set({});
    await allow(toolRisk);
  });

  const ask = async () => propose(gate, "pay", { amount: 1 });
  const read = async (id: string) => need(await gate.engine.actions.get(admin, id));
  const approve = async (id: string, by: Principal, more: object = {}) =>
    gate.engine.decisions.approve(by, id, { channel, digest: (await read(id)).digest, ...more });
  const claimed = async (id: string) => {
    await claimApproved(gate.database.kysely, { source: "server", limit: 100, leaseSeconds: 600, by: SYSTEM });
    const { status, error } = await read(id);
    return error?.code ?? status;
  };
  const eventOf = async (id: string, event: string) =>
    need(await gate.engine.actions.timeline(admin, id)).find((one) => one.kind === event)?.data;

  test("G61 that person confirms a call themselves, it runs, and the record says so", async () => {
    const id = await ask();
    expect(await read(id)).toMatchObject({ selfConfirmBy: ada.id, selfConfirmed: false });
    expect(need(await approve(id, ada))).toMatchObject({ status: "approved", selfConfirmed: true });
    expect(await claimed(id)).toBe("executing");
    expect((await read(id)).decisions).toMatchObject([{ by: { id: ada.id }, selfConfirmed: true }]);
    expect(await eventOf(id, "action.approved")).toMatchObject({ selfConfirmed: true });
    const byOther = await ask();
    need(await approve(byOther, bob));
    expect((await read(byOther)).decisions).toMatchObject([{ selfConfirmed: false }]);
    expect(await eventOf(byOther, "action.approved")).not.toHaveProperty("selfConfirmed");
    const listed = need(await gate.engine.actions.list(admin, { sort: "newest", limit: 2 })).items;
    expect(listed.map((one) => [one.id, one.selfConfirmed])).toEqual([
      [byOther, false],
      [id, true],
    ]);
    expect(need(await gate.engine.audit.verify(admin)).faults).toEqual([]);
    await sql`update decision set self_confirmed = null where action_id = ${id}`.execute(gate.database.kysely);
    expect(need(await gate.engine.audit.verify(admin)).faults).not.toEqual([]);
    await sql`update decision set self_confirmed = true where action_id = ${id}`.execute(gate.database.kysely);
  });

  test("G61 only where an administrator allowed it, up to the risk, not for a tool that needs a second person", async () => {
    const refused: [string, () => Promise<unknown>][] = [
      ["off", () => allow(null)],
      ["a tool above the highest risk", () => allow(toolRisk === 0 ? null : ((toolRisk - 1) as 0))],
      ["a tool rated higher", () => set({ risk: 5 })],
      ["a tool that needs a second person", () => set({ needsSecondPerson: true })],
    ];
    for (const [what, change] of refused) {
      await set({});
      await allow(toolRisk);
      await change();
      const id = await ask();
      expect([what, codeOf(await approve(id, ada)), (await read(id)).selfConfirmBy]).toEqual([what, "FORBIDDEN", null]);
      expect([what, codeOf(await gate.engine.decisions.reject(ada, id, { channel }))]).toEqual([what, "FORBIDDEN"]);
      expect(need(await approve(id, bob)).status).toBe("approved");
    }
    await set({});
    await allow(toolRisk);
    for (const [what, change] of refused) {
      await set({});
      await allow(toolRisk);
      const id = await ask();
      need(await approve(id, ada));
      await change();
      expect([what, await claimed(id)]).toEqual([what, "forbidden"]);
    }
  });

  test("G61 it is never one of the approvals that a rule asks for, the tool's own or a routing rule's", async () => {
    const two = { needs: "n_of" as const, n: 2, of: [{ role: "approver" as const }] };
    const rules: ToolSettings[] = [
      { approvalRule: two },
      { approvalRule: { needs: "any_of", of: [{ user: ada.id }] } },
      { routingRules: [{ name: "Large", when: "args.amount > 0", approvalRule: two }] },
    ];
    for (const rule of rules) {
      await set(rule);
      const id = await ask();
      expect([rule, codeOf(await approve(id, ada))]).toEqual([rule, "FORBIDDEN"]);
      await set({});
      const confirmed = await ask();
      need(await approve(confirmed, ada));
      await set(rule);
      expect([rule, await claimed(confirmed)]).toEqual([rule, "forbidden"]);
    }
    await set({ routingRules: [{ name: "Large", when: "args.amount > 9", approvalRule: two }] });
    const small = await ask();
    expect(codeOf(await approve(small, ada, { userEdits: { amount: 10 } }))).toBe("FORBIDDEN");
    expect(need(await approve(small, ada)).status).toBe("approved");
  });

  test("G61 nobody confirms as that person's delegate, and no grant of theirs counts", async () => {
    await set({ approverIds: [ada.id] });
    const { id: lent } = need(
      await gate.engine.delegations.create(ada, {
        userId: ada.id,
        delegateId: bob.id,
        to: new Date(Date.now() + 3_600_000).toISOString(),
        confirm: true,
      }),
    );
    const id = await ask();
    expect(codeOf(await approve(id, bob))).toBe("FORBIDDEN");
    await allow(null, null);
    need(await approve(id, bob));
    await allow(toolRisk);
    expect(await claimed(id)).toBe("forbidden");
    need(await gate.engine.delegations.revoke(admin, lent));

    await set({});
    await allow(toolRisk, admin.id);
    const grant = {
      toolName: "pay",
      agentId: gate.agent.id,
      allowWhen: "true",
      maxUses: 1,
      expiresInSeconds: 60,
      confirm: true,
    };
    expect(await gate.engine.grants.write(admin, grant)).toMatchObject({ ok: false });
  });

  test("G61 that person decides for another one under the same rule, and the record says both", async () => {
    await set({ approverIds: [bob.id] });
    const { id: lent } = need(
      await gate.engine.delegations.create(bob, {
        userId: bob.id,
        delegateId: ada.id,
        to: new Date(Date.now() + 3_600_000).toISOString(),
        confirm: true,
      }),
    );
    const id = await ask();
    need(await approve(id, ada));
    expect((await read(id)).decisions).toMatchObject([{ by: { id: ada.id }, onBehalfOf: { id: bob.id }, selfConfirmed: true }]);
    expect(await claimed(id)).toBe("executing");
    await allow(null);
    expect(codeOf(await approve(await ask(), ada))).toBe("FORBIDDEN");
    need(await gate.engine.delegations.revoke(admin, lent));
  });

  test("G61 nobody confirms by a token, which the agent may be able to read", async () => {
    const byToken: Principal = { ...ada, scope: "decide" };
    const id = await ask();
    expect(codeOf(await approve(id, byToken))).toBe("FORBIDDEN");
    expect(codeOf(await gate.engine.decisions.reject(byToken, id, { channel }))).toBe("FORBIDDEN");
    need(await approve(id, ada));
    expect(codeOf(await gate.engine.settlements.withdraw(byToken, id, "not yet"))).toBe("FORBIDDEN");
    need(await gate.engine.settlements.withdraw(ada, id, "not yet"));
    expect(codeOf(await gate.engine.settlements.retry(byToken, id, "now"))).toBe("FORBIDDEN");
    need(await gate.engine.settlements.retry(ada, id, "now"));
  });

  test("G61 a retry by that person is a confirmation like the first", async () => {
    const id = await ask();
    need(await approve(id, bob));
    need(await gate.engine.settlements.withdraw(ada, id, "not yet"));
    need(await gate.engine.settlements.retry(ada, id, "now"));
    expect((await read(id)).decisions.at(-1)).toMatchObject({ channel: "retry", selfConfirmed: true });
    expect(await eventOf(id, "action.retried")).toMatchObject({ selfConfirmed: true });
    await allow(null);
    expect(await claimed(id)).toBe("forbidden");
    expect(codeOf(await gate.engine.settlements.retry(ada, id, "again"))).toBe("FORBIDDEN");
  });

  test("G6 G61 what lets more be confirmed, or by another person, is confirmed by an administrator and on the log", async () => {
    const errorOf = async (changes: ChangeAgent) => {
      const done = await changeAgent(changes);
      return done.ok ? done.value.selfConfirmMaxRisk : done.refusal.errors?.[0]?.path;
    };
    await allow(null);
    expect(await errorOf({ selfConfirmMaxRisk: 0 })).toBe("/confirm");
    expect(await errorOf({ selfConfirmMaxRisk: 1 })).toBe("/confirm");
    expect(await errorOf({ selfConfirmMaxRisk: 1, confirm: true })).toBe(1);
    expect(await errorOf({ selfConfirmMaxRisk: 2 })).toBe("/confirm");
    expect(await errorOf({ selfConfirmMaxRisk: 0 })).toBe(0);
    expect(await changeAgent({ actsFor: bob.id, selfConfirmMaxRisk: 0 })).toMatchObject({
      refusal: { errors: [{ message: expect.stringContaining("can self-confirm its calls up to risk level 0") as unknown }] },
    });
    // Another person, or nobody, has not been allowed anything.
    expect(await errorOf({ actsFor: bob.id, confirm: true })).toBe(null);
    expect(await errorOf({ actsFor: ada.id, selfConfirmMaxRisk: 0 })).toBe("/confirm");
    expect(await errorOf({ actsFor: ada.id, selfConfirmMaxRisk: 0, confirm: true })).toBe(0);
    expect(await errorOf({ actsFor: null, confirm: true })).toBe(null);
    expect(await errorOf({ selfConfirmMaxRisk: 0, confirm: true })).toBe("/selfConfirmMaxRisk");
    expect(await errorOf({ actsFor: null, selfConfirmMaxRisk: 0, confirm: true })).toBe("/selfConfirmMaxRisk");
    for (const by of [ada, gate.agent]) {
      const changed = await gate.engine.agents.change(by, gate.agent.id, { selfConfirmMaxRisk: 5, confirm: true });
      expect(codeOf(changed)).toBe("FORBIDDEN");
    }
    await set({ needsSecondPerson: true });
    expect(await gate.engine.tools.change(admin, "pay", { needsSecondPerson: false })).toMatchObject({
      refusal: { errors: [{ path: "/confirm" }] },
    });
    await allow(3);
    const changes = need(await gate.engine.audit.page(admin, { kinds: ["agent.changed"], limit: 200 }));
    expect(changes.at(-1)).toMatchObject({
      kind: "agent.changed",
      data: {
        lowers: true,
        selfConfirmMaxRisk: 3,
        lowered: ["the person agent acts for can self-confirm its calls up to risk level 3, without a second person"],
      },
    });
  });
});
