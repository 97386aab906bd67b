import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { need, openGate, propose, type Gate } from "../support/gate.ts";

const kind = inject("database");

describe(`batch ids on ${kind}`, () => {
  let gate: Gate;
  beforeAll(async () => {
    gate = await openGate(kind);
  });
  afterAll(() => gate.close());

  const batchOf = async (id: string) => need(await gate.engine.actions.get(gate.people.viewer, id)).batchId;
  const one = async (amount: number, more: object = {}) => batchOf(await propose(gate, "pay", { amount }, more));

  test("calls of one tool in one mission share a batch, across requests", async () => {
    expect(await one(1, { missionId: "m-1" })).toBe("m-1:pay");
    expect(await one(2, { missionId: "m-1" })).toBe("m-1:pay");
    expect(await one(3, { missionId: "m-2" })).toBe("m-2:pay");
    const items = [4, 5].map((amount) => ({ toolName: "pay", toolInput: { amount }, missionId: "m-1" }));
    expect(need(await gate.engine.proposals.proposeMany(gate.agent, { items })).batchId).toBe("m-1:pay");
    const page = need(await gate.engine.actions.list(gate.people.viewer, { batchId: "m-1:pay" }));
    expect(page.items).toHaveLength(4);
  });

  test("a batch of its own is kept: where one is named, without a mission, and with several missions", async () => {
    expect(await one(11, { missionId: "m-3", batchId: "mine" })).toBe("mine");
    expect(await one(12)).not.toBe(await one(13));
    const items = ["m-4", "m-5"].map((missionId, n) => ({ toolName: "pay", toolInput: { amount: 14 + n }, missionId }));
    const { batchId } = need(await gate.engine.proposals.proposeMany(gate.agent, { items }));
    expect(batchId).not.toContain(":");
  });

  test("G17 a checkpoint collects only what is proposed under it, not the rest of the mission", async () => {
    const outside = await propose(gate, "pay", { amount: 21 }, { missionId: "m-6" });
    const { id: checkpointId } = need(await gate.engine.checkpoints.open(gate.agent, { label: "subtask", missionId: "m-6" }));
    const inside = await propose(gate, "pay", { amount: 22 }, { missionId: "m-6", checkpointId });
    await propose(gate, "pay", { amount: 23 }, { missionId: "m-6" });
    const { items } = need(await gate.engine.checkpoints.get(gate.people.viewer, checkpointId));
    expect(items.map(({ pendingActionId }) => pendingActionId)).toEqual([inside]);
    const named = { label: "the mission", batchIds: ["m-6:pay"] };
    const whole = need(await gate.engine.checkpoints.open(gate.agent, named));
    const all = need(await gate.engine.checkpoints.get(gate.people.viewer, whole.id)).items;
    expect(all.map(({ pendingActionId }) => pendingActionId)).toContain(outside);
    expect(all).toHaveLength(3);
  });
});
