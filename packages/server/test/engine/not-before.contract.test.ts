import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import type { Principal } from "../../src/core/principal.ts";
import { verifyAudit } from "../../src/engine/records/verify-audit.ts";
import { codeOf, need, openGate, propose, untilStatus, type Gate } from "../support/gate.ts";

const kind = inject("database");
const HOUR_MS = 3_600_000;
const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString();

describe(`approvals for later on ${kind}`, () => {
  let gate: Gate;
  beforeEach(async () => {
    gate = await openGate(kind);
  });
  afterEach(() => gate.close());

  const approve = (by: Principal, id: string, notBefore?: string, more: object = {}) =>
    gate.engine.decisions.approve(by, id, { channel: "api", ...(notBefore === undefined ? {} : { notBefore }), ...more });
  const read = async (id: string) => need(await gate.engine.actions.get(gate.people.viewer, id));
  const kindsOf = async (id: string) => need(await gate.engine.actions.timeline(gate.people.viewer, id)).map((one) => one.kind);
  /** Lets the start come, as time does; nothing else of the row changes. */
  const letItCome = (id: string) => sql`update action set not_before = now() where id = ${id}`.execute(gate.database.kysely);
  /** Approves and runs another call: the executor has then looked for work since. */
  const runAnother = async () => {
    const id = await propose(gate, "pay", { amount: 1 });
    need(await approve(gate.people.approver, id));
    await untilStatus(gate, id, "executed");
  };
  const ranOf = (amount: number) => gate.ran.filter(({ input }) => input["amount"] === amount).length;

  test("G43 an action that is approved for later does not start before that time, and then runs once", async () => {
    const { approver } = gate.people;
    const id = await propose(gate, "pay", { amount: 7 });
    const start = inHours(1);
    expect(need(await approve(approver, id, start))).toMatchObject({ status: "approved", notBefore: start });
    await runAnother();
    expect([(await read(id)).status, ranOf(7)]).toEqual(["approved", 0]);
    expect((await gate.engine.actions.outcome(gate.agent, id)) as object).toMatchObject({
      value: { status: "approved", notBefore: start, message: expect.stringContaining("`notBefore`") },
    });
    const [report] = await verifyAudit(gate.database, gate.agent.workspaceId);
    expect(report?.faults).toEqual([]);
    await letItCome(id);
    await untilStatus(gate, id, "executed");
    expect(ranOf(7)).toBe(1);
  });

  test("G43 workers are handed nothing before its time", async () => {
    const { approver } = gate.people;
    const { worker, engine } = { worker: gate.worker, engine: gate.engine };
    need(
      await engine.declaredTools.register(worker, [
        { name: "send", description: "Sends.", inputSchema: { type: "object" } } as never,
      ]),
    );
    const id = await propose(gate, "send", { n: 1 });
    need(await approve(approver, id, inHours(1)));
    const claim = async () => need(await engine.workers.claim(worker, { tools: ["send"], waitSeconds: 0, limit: 1 })).claims;
    expect(await claim()).toEqual([]);
    await letItCome(id);
    expect(await claim()).toHaveLength(1);
  });

  test("G43 of several approvals the latest start counts, and an edit begins anew", async () => {
    const { admin, approver, other } = gate.people;
    const approvalRule = { needs: "n_of" as const, n: 2, of: [approver, other].map((one) => ({ user: one.id })) };
    need(await gate.engine.tools.change(admin, "pay", { approvalRule, confirm: true }));
    const [soon, late] = [inHours(1), inHours(2)];
    const id = await propose(gate, "pay", { amount: 7 });
    expect(need(await approve(approver, id, late))).toMatchObject({ status: "pending", notBefore: late });
    expect(need(await approve(other, id, soon))).toMatchObject({ status: "approved", notBefore: late });
    const plain = await propose(gate, "pay", { amount: 8 });
    need(await approve(approver, plain, soon));
    expect(need(await approve(other, plain)).notBefore).toBe(soon);
    const edited = await propose(gate, "pay", { amount: 9 });
    need(await approve(approver, edited, late));
    expect(need(await approve(other, edited, undefined, { userEdits: { amount: 10 } }))).toMatchObject({
      status: "pending",
      notBefore: null,
    });
  });

  test("G43 until it starts, whoever may decide on it withdraws the approval; it can be run again, at once", async () => {
    const { approver, other, viewer } = gate.people;
    const id = await propose(gate, "pay", { amount: 7 });
    need(await approve(approver, id, inHours(1)));
    for (const by of [viewer, gate.agent, gate.worker])
      expect(codeOf(await gate.engine.settlements.withdraw(by, id))).toBe("FORBIDDEN");
    expect(need(await gate.engine.settlements.withdraw(other, id, "Not this week"))).toMatchObject({
      status: "failed",
      error: { code: "withdrawn", message: "other withdrew the approval before it ran." },
    });
    expect(codeOf(await gate.engine.settlements.withdraw(other, id))).toBe("INVALID_STATE");
    expect(need(await gate.engine.actions.outcome(gate.agent, id)).message).toContain("a person withdrew the approval");
    await letItCome(id);
    await runAnother();
    expect(ranOf(7)).toBe(0);
    expect(need(await gate.engine.settlements.retry(approver, id)).notBefore).toBeNull();
    await untilStatus(gate, id, "executed");
    expect(ranOf(7)).toBe(1);
    expect(await kindsOf(id)).toEqual([
      "action.proposed",
      "action.approved",
      "action.withdrawn",
      "action.retried",
      "action.started",
      "action.executed",
    ]);
  });

  test("G43 where a rule requires several people, a run again does not start before the time of their approvals", async () => {
    const { admin, approver, other } = gate.people;
    const approvalRule = { needs: "n_of" as const, n: 2, of: [approver, other, admin].map((one) => ({ user: one.id })) };
    need(await gate.engine.tools.change(admin, "pay", { approvalRule, confirm: true }));
    const start = inHours(1);
    const id = await propose(gate, "pay", { amount: 7 });
    for (const by of [approver, other]) need(await approve(by, id, start));
    need(await gate.engine.settlements.withdraw(admin, id));
    expect(need(await gate.engine.settlements.retry(admin, id))).toMatchObject({ status: "approved", notBefore: start });
    need(await gate.engine.tools.change(admin, "set_value", { approval: "never", confirm: true }));
    const asked = await gate.engine.proposals.propose(gate.agent, { toolName: "set_value", toolInput: { value: 1 } });
    await untilStatus(gate, need(asked).pendingActionId!, "executed");
    expect([(await read(id)).status, ranOf(7)]).toEqual(["approved", 0]);
  });

  test("G43 also where the rule asks for one of several people", async () => {
    const { admin, approver, other } = gate.people;
    const approvalRule = { needs: "any_of" as const, of: [approver, other].map((one) => ({ user: one.id })) };
    need(await gate.engine.tools.change(admin, "pay", { approvalRule, confirm: true }));
    const start = inHours(1);
    const id = await propose(gate, "pay", { amount: 7 });
    need(await approve(approver, id, start));
    need(await gate.engine.settlements.withdraw(other, id));
    expect(need(await gate.engine.settlements.retry(other, id)).notBefore).toBe(start);
  });

  test("G43 a delegate withdraws an approval in the other's place, as the record says", async () => {
    const { admin, approver, other, viewer } = gate.people;
    need(await gate.engine.tools.change(admin, "pay", { approverIds: [approver.id], confirm: true }));
    const id = await propose(gate, "pay", { amount: 7 });
    need(await approve(approver, id, inHours(1)));
    expect(codeOf(await gate.engine.settlements.withdraw(other, id))).toBe("FORBIDDEN");
    need(await gate.engine.delegations.create(approver, { delegateId: other.id, to: inHours(24), confirm: true }));
    need(await gate.engine.settlements.withdraw(other, id));
    const told = need(await gate.engine.actions.timeline(viewer, id)).at(-1);
    expect(told).toMatchObject({ kind: "action.withdrawn", by: { id: other.id }, data: { onBehalfOf: { id: approver.id } } });
  });

  test("G43 an emergency stop ends what is approved for later, and it does not run when the stop is lifted", async () => {
    const { admin, approver } = gate.people;
    const id = await propose(gate, "pay", { amount: 7 });
    need(await approve(approver, id, inHours(1)));
    need(await gate.engine.emergency.stop(admin, "Look"));
    await untilStatus(gate, id, "failed");
    need(await gate.engine.emergency.lift(admin));
    await letItCome(id);
    await runAnother();
    expect(ranOf(7)).toBe(0);
  });

  test("G43 a preview that changes what was approved drops the start with the vote", async () => {
    const { engine, people, worker } = gate;
    const { admin, approver, other } = people;
    const tool = {
      name: "draw",
      description: "Draws what it is told to draw.",
      inputSchema: { type: "object" },
      previews: true,
    };
    need(await engine.declaredTools.register(worker, [tool as never]));
    const approvalRule = { needs: "n_of" as const, n: 2, of: [approver, other].map((one) => ({ user: one.id })) };
    need(await engine.tools.change(admin, "draw", { approvalRule, confirm: true }));
    const id = await propose(gate, "draw", { n: 1 });
    need(await approve(approver, id, inHours(1)));
    const asked = need(await engine.workers.claim(worker, { tools: ["draw"], waitSeconds: 0, limit: 0 }));
    const { version } = asked.previews[0]!;
    const drawn = { version, preview: { title: "Drawn" }, target: "page:7", snapshot: { version: "1" } };
    need(await engine.workers.answerPreview(worker, id, drawn as never));
    expect(await read(id)).toMatchObject({ notBefore: null, votes: { given: [] } });
  });

  test("G43 only whom the tool's rule names withdraws an approval, and only of what has not started", async () => {
    const { admin, approver, other } = gate.people;
    need(await gate.engine.tools.change(admin, "pay", { approverIds: [other.id], confirm: true }));
    const id = await propose(gate, "pay", { amount: 7 });
    expect(codeOf(await gate.engine.settlements.withdraw(other, id))).toBe("INVALID_STATE");
    need(await approve(other, id, inHours(1)));
    for (const by of [approver, admin]) expect(codeOf(await gate.engine.settlements.withdraw(by, id))).toBe("FORBIDDEN");
    await sql`update action set attempts = '[{"number":1,"outcome":"lost"}]' where id = ${id}`.execute(gate.database.kysely);
    expect(await gate.engine.settlements.withdraw(other, id)).toMatchObject({
      refusal: { code: "INVALID_STATE", detail: expect.stringContaining("may have taken effect") },
    });
    await sql`update action set attempts = '[]' where id = ${id}`.execute(gate.database.kysely);
    need(await gate.engine.settlements.withdraw(other, id));
  });

  test("G43 a start that has passed, is years ahead or comes after the promised end is refused, and decides nothing", async () => {
    const { approver } = gate.people;
    const id = await propose(gate, "pay", { amount: 7 }, { expiresInSeconds: 7200 });
    for (const start of [inHours(-1), inHours(24 * 367), inHours(3), "2026-01-01T00:00:00+23:30"])
      expect(await approve(approver, id, start)).toMatchObject({
        refusal: { code: "INVALID_INPUT", errors: [{ path: "/notBefore" }] },
      });
    expect(await read(id)).toMatchObject({ status: "pending", notBefore: null, decisions: [] });
    // PostgreSQL reads no offset of 16 hours and more.
    const east = inHours(1 + 20).replace("Z", "+20:00");
    expect(need(await approve(approver, id, east)).notBefore).toBe(new Date(east).toISOString());
  });

  test("G43 of several that are decided at once, each starts when its approval says", async () => {
    const { approver } = gate.people;
    const [later, now] = [await propose(gate, "pay", { amount: 7 }), await propose(gate, "pay", { amount: 8 })];
    const digestOf = async (id: string) => (await read(id)).digest;
    const items = [
      { pendingActionId: later, verdict: "approve" as const, digest: await digestOf(later), notBefore: inHours(1) },
      { pendingActionId: now, verdict: "approve" as const, digest: await digestOf(now) },
    ];
    expect(need(await gate.engine.decisions.decideMany(approver, items, "api"))).toMatchObject({ approved: 2 });
    await untilStatus(gate, now, "executed");
    expect(await read(later)).toMatchObject({ status: "approved", notBefore: items[0]!.notBefore });
  });

  test("G43 what an administrator changes before the start counts at the start", async () => {
    const { admin, approver, other } = gate.people;
    const id = await propose(gate, "pay", { amount: 7 });
    need(await approve(approver, id, inHours(1)));
    need(await gate.engine.tools.change(admin, "pay", { approverIds: [other.id], confirm: true }));
    await letItCome(id);
    expect(await untilStatus(gate, id, "executed", "failed")).toMatchObject({ status: "failed", error: { code: "forbidden" } });
    expect(ranOf(7)).toBe(0);
  });
});
