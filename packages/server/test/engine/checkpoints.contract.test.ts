import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { codeOf, need, openGate, propose, type Gate } from "../support/gate.ts";

const channel = "api";

const kind = inject("database");

/** Tests batches of a subtask under one decision, on either database. No executor runs. */
describe(`checkpoints on ${kind}`, () => {
  let gate: Gate;
  beforeAll(async () => (gate = await openGate(kind, { started: false })), 120_000);
  afterAll(async () => gate?.close());

  const open = async (more: object = {}) => need(await gate.engine.checkpoints.open(gate.agent, { label: "subtask", ...more }));
  const look = async (id: string) => need(await gate.engine.checkpoints.get(gate.people.viewer, id));
  const decide = async (id: string, verdict: "approve" | "reject", more: object = {}, by = gate.people.approver) =>
    gate.engine.checkpoints.decide(by, id, verdict, { digest: (await look(id)).digest, channel, ...more });
  const statusOf = async (id: string) => need(await gate.engine.actions.get(gate.people.viewer, id)).status;
  const ask = (amount: number, more: object = {}, toolName = "pay") => propose(gate, toolName, { amount }, more);

  test("G17 what is proposed under it is collected by batch, and one decision cascades but for what is excluded", async () => {
    const { id: checkpointId } = await open({ missionId: "m1" });
    const one = await ask(1, { checkpointId, batchId: "first" });
    const { items } = need(
      await gate.engine.proposals.proposeMany(gate.agent, {
        items: [2, 3].map((amount) => ({ toolName: "pay", toolInput: { amount }, checkpointId })),
      }),
    );
    const [two, three] = items.map(({ pendingActionId }) => pendingActionId!);
    const ofBatch = await ask(4, { batchId: "first" });
    const outside = await ask(5, { batchId: "another" });
    const seen = await look(checkpointId);
    expect(seen.items.map(({ pendingActionId }) => pendingActionId).sort()).toEqual([one, two, three, ofBatch].sort());
    expect(seen).toMatchObject({ pending: 4, decided: null, missionId: "m1", openedBy: { id: gate.agent.id } });

    const result = need(await decide(checkpointId, "approve", { exclude: [two], comment: "fine" }));
    expect(result).toMatchObject({ approved: 3, rejected: 0, skipped: 0, excluded: [two], decided: true });
    expect(await Promise.all([one, two, three, ofBatch, outside].map((one_) => statusOf(one_!)))).toEqual([
      "approved",
      "pending",
      "approved",
      "approved",
      "pending",
    ]);
    const action = need(await gate.engine.actions.get(gate.people.viewer, one));
    expect(action.decisions).toMatchObject([{ by: { id: gate.people.approver.id }, comment: "fine", channel }]);
    expect((await look(checkpointId)).decided).toMatchObject({ verdict: "approve", by: { id: gate.people.approver.id } });
    expect(codeOf(await decide(checkpointId, "reject"))).toBe("INVALID_STATE");
    const late = await gate.engine.proposals.propose(gate.agent, { toolName: "pay", toolInput: { amount: 6 }, checkpointId });
    expect(late).toMatchObject({ refusal: { code: "INVALID_INPUT", errors: [{ path: "/checkpointId" }] } });
  });

  test("G17 a decision is on what was shown: a call that came meanwhile is not part of it", async () => {
    const { id } = await open();
    const first = await ask(1, { checkpointId: id });
    const { digest } = await look(id);
    const second = await ask(2, { checkpointId: id });
    expect(codeOf(await decide(id, "approve", { digest }))).toBe("DIGEST_MISMATCH");
    expect([await statusOf(first), await statusOf(second), (await look(id)).decided]).toEqual(["pending", "pending", null]);
    expect(await decide(id, "approve", { exclude: ["nothing"] })).toMatchObject({
      refusal: { errors: [{ path: "/exclude/0" }] },
    });
    expect(codeOf(await decide(id, "approve", { exclude: [first, second] }))).toBe("INVALID_INPUT");
    expect(need(await decide(id, "reject", { comment: "no" })).rejected).toBe(2);
    expect(need(await gate.engine.actions.outcome(gate.agent, first)).reason).toBe("no");
  });

  test("G17 what is critical is never part of it, in either direction", async () => {
    need(await gate.engine.tools.change(gate.people.admin, "fail", { risk: 5 }));
    for (const verdict of ["approve", "reject"] as const) {
      const { id } = await open();
      const critical = await ask(1, { checkpointId: id }, "fail");
      expect(codeOf(await decide(id, verdict))).toBe("INVALID_INPUT");
      const plain = await ask(2, { checkpointId: id });
      expect((await look(id)).items.find(({ byItself }) => byItself)?.pendingActionId).toBe(critical);
      expect(need(await decide(id, verdict))).toMatchObject({ excluded: [critical], decided: true });
      expect([await statusOf(critical), await statusOf(plain)]).toEqual([
        "pending",
        verdict === "approve" ? "approved" : "rejected",
      ]);
    }
  });

  test("G7 G17 no agent, worker or viewer decides; who may not decide on a tool leaves it open", async () => {
    const { id } = await open();
    const action = await ask(1, { checkpointId: id });
    const { agent, worker, people } = gate;
    for (const by of [agent, worker, people.viewer]) {
      expect(codeOf(await decide(id, "approve", {}, by))).toBe("FORBIDDEN");
    }
    for (const by of [worker, people.admin]) {
      expect(codeOf(await gate.engine.checkpoints.open(by, { label: "mine" }))).toBe("FORBIDDEN");
    }
    need(await gate.engine.tools.change(people.admin, "pay", { approverIds: [people.other.id] }));
    expect(need(await decide(id, "approve"))).toMatchObject({
      approved: 0,
      decided: false,
      results: [{ pendingActionId: action, outcome: "skipped", code: "FORBIDDEN" }],
    });
    expect((await look(id)).decided).toBeNull();
    expect(need(await decide(id, "approve", {}, people.other))).toMatchObject({ approved: 1, decided: true });
    need(await gate.engine.tools.change(people.admin, "pay", { approverIds: [], confirm: true }));
  });

  test("batches that are there already are put under it, by id or as mission and tool", async () => {
    const mission = { missionId: "m:2" };
    const labelled = await ask(1, mission);
    const batch = await ask(2, { batchId: "done before" });
    await ask(3, { missionId: "m:3" });
    const { id } = await open({ batchIds: ["done before", "m:2:pay"] });
    const seen = await look(id);
    expect(seen.items.map(({ pendingActionId }) => pendingActionId).sort()).toEqual([labelled, batch].sort());
    expect(seen.batchIds.toSorted()).toEqual(["done before", "m:2:pay"]);
  });

  test("G9 G17 another agent's calls and another workspace's checkpoints are none of it", async () => {
    const other = await openGate(kind, { started: false, database: gate.database });
    const { id } = await open();
    await ask(1, { checkpointId: id, batchId: "shared label" });
    await propose(other, "pay", { amount: 2 }, { batchId: "shared label" });
    await sql`insert into api_key (workspace_id, id, kind, name, token_hash, prefix, groups)
        select workspace_id, 'second', kind, 'second', 'second ' || workspace_id, prefix, groups
        from api_key where id = ${gate.agent.id}`.execute(gate.database.kysely);
    const second = { ...gate.agent, id: "second", name: "second" };
    const call = { toolName: "pay", toolInput: { amount: 4 }, batchId: "shared label" };
    need(await gate.engine.proposals.propose(second, call));
    const stranger = { ...gate.agent, id: "stranger" };
    expect(codeOf(await gate.engine.checkpoints.get(stranger, id))).toBe("NOT_FOUND");
    expect(need(await gate.engine.checkpoints.list(stranger, {}))).toEqual([]);
    expect(codeOf(await other.engine.checkpoints.get(other.people.admin, id))).toBe("NOT_FOUND");
    expect(codeOf(await other.engine.checkpoints.decide(other.people.admin, id, "approve", { digest: "x", channel }))).toBe(
      "NOT_FOUND",
    );
    expect(need(await other.engine.checkpoints.list(other.people.admin, {}))).toEqual([]);
    const theirs = await other.engine.proposals.propose(other.agent, {
      toolName: "pay",
      toolInput: { amount: 3 },
      checkpointId: id,
    });
    expect(codeOf(theirs)).toBe("INVALID_INPUT");
    expect((await look(id)).items).toHaveLength(1);
    await other.close();
  });

  test("who comes back is told what waits in a session and a mission, and how many checkpoints", async () => {
    const where = { missionId: "back", sessionId: "again" };
    const { id } = await open(where);
    await open(where);
    await ask(1, { ...where, checkpointId: id });
    await ask(2, { missionId: "back" });
    const told = async (of: object) => {
      const { byStatus, checkpoints } = need(await gate.engine.actions.briefing(gate.people.viewer, of));
      return [byStatus["pending"], checkpoints];
    };
    expect(await told({ missionId: "back" })).toEqual([2, 1]);
    expect(await told({ sessionId: "again" })).toEqual([1, 1]);
    expect(await told({ missionId: "nowhere" })).toEqual([undefined, 0]);
    const open_ = need(await gate.engine.checkpoints.list(gate.people.viewer, { missionId: "back", open: true }));
    expect(open_.map(({ pending }) => pending).sort()).toEqual([0, 1]);
  });

  test("G3 G17 of many decisions at once one counts, and the log verifies", async () => {
    const { id } = await open();
    const ids = await Promise.all([1, 2, 3, 4, 5].map((amount) => ask(amount, { checkpointId: id })));
    const { digest } = await look(id);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        gate.engine.checkpoints.decide(n % 2 ? gate.people.approver : gate.people.other, id, n % 2 ? "approve" : "reject", {
          digest,
          channel,
        }),
      ),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(new Set(await Promise.all(ids.map(statusOf))).size).toBe(1);
    expect(need(await gate.engine.audit.verify(gate.people.admin)).faults).toEqual([]);
  });
});
