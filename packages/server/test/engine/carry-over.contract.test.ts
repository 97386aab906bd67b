import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import type { JsonObject } from "@countersign/protocol";
import { verifyAudit } from "../../src/engine/records/verify-audit.ts";
import { makeElements, type Elements } from "../support/elements.ts";
import { codeOf, need, openGate, propose, untilStatus, type Gate } from "../support/gate.ts";

const kind = inject("database");

/** Tests calls whose target was partly changed by others: the untouched part is carried over, on any database. */
describe(`carrying over on ${kind}`, () => {
  const elements = makeElements();
  let gate: Gate;
  beforeAll(async () => {
    gate = await openGate(kind, { connectors: [elements.connector], started: false });
  });
  afterAll(async () => {
    const [report] = await verifyAudit(gate.database, gate.agent.workspaceId);
    expect(report?.faults).toEqual([]);
    await gate.close();
  });
  beforeEach(() => {
    elements.fields.set("a", { price: 1, name: "first" });
  });
  afterEach(() => {
    elements.carryOver = undefined;
  });

  const wish = (fields: JsonObject): JsonObject => ({ id: "a", fields });
  const proposeBoth = () => propose(gate, "propose_update", wish({ price: 5, name: "mine" }));
  const target = async (id: string) => need(await gate.engine.targets.read(gate.people.viewer, id));
  const rebase = (id: string) => gate.engine.targets.rebase(gate.people.approver, id, { channel: "inbox" });
  const get = async (id: string) => need(await gate.engine.actions.get(gate.people.viewer, id));

  test("what somebody else changed is left out by name, the rest is a new proposal, never silently", async () => {
    const id = await proposeBoth();
    expect((await target(id)).conflicts).toEqual([]);
    elements.fields.set("a", { price: 1, name: "theirs" });
    expect(await target(id)).toMatchObject({
      state: "changed",
      canRebase: true,
      conflicts: ["/fields/name"],
      proposedNow: { price: 5, name: "theirs" },
    });
    const next = need(await rebase(id));
    expect(next).toMatchObject({
      status: "pending",
      supersedes: id,
      toolInput: wish({ price: 5 }),
      effectiveInput: wish({ price: 5 }),
      current: { price: 1, name: "theirs" },
      proposed: { price: 5, name: "theirs" },
    });
    const old = await get(id);
    expect(old).toMatchObject({ status: "refined", supersededBy: next.id, toolInput: wish({ price: 5, name: "mine" }) });
    expect(next.digest).not.toBe(old.digest);
    expect(old.decisions.at(-1)?.comment).toContain("/fields/name");
    const [, ...told] = need(await gate.engine.actions.timeline(gate.people.viewer, id));
    expect(told.at(-1)).toMatchObject({ kind: "action.refined", data: { leftOut: ["/fields/name"], supersededBy: next.id } });
    expect(need(await gate.engine.actions.timeline(gate.people.viewer, next.id))).toMatchObject([
      { kind: "action.rebased", data: { leftOut: ["/fields/name"], supersedes: id } },
    ]);
    need(await gate.engine.decisions.approve(gate.people.other, next.id, { channel: "api", digest: next.digest }));
    gate.engine.start();
    await untilStatus(gate, next.id, "executed");
    await gate.engine.stop();
    expect(elements.fields.get("a")).toEqual({ price: 5, name: "theirs" });
  });

  test("where nothing is in conflict the whole call is carried over and nothing is said of any", async () => {
    const id = await propose(gate, "propose_update", wish({ price: 5 }));
    elements.fields.set("a", { price: 1, name: "theirs" });
    expect(await target(id)).toMatchObject({ conflicts: [], canRebase: true });
    const next = need(await rebase(id));
    expect(next.toolInput).toEqual(wish({ price: 5 }));
    const [event] = need(await gate.engine.actions.timeline(gate.people.viewer, next.id));
    expect(event?.data).not.toHaveProperty("leftOut");
  });

  test("G8 where nothing is left it is stale, and nothing is stored", async () => {
    const id = await propose(gate, "propose_update", wish({ name: "mine" }));
    elements.fields.set("a", { price: 9, name: "theirs" });
    const before = need(await gate.engine.actions.counts(gate.people.viewer)).byStatus;
    const look = await target(id);
    expect(look).toMatchObject({ canRebase: false, conflicts: ["/fields/name"], proposedNow: null });
    expect(look.reason).toContain("nothing is left to rebase");
    expect(codeOf(await rebase(id))).toBe("STALE");
    expect(need(await gate.engine.actions.counts(gate.people.viewer)).byStatus).toEqual(before);
    expect(await get(id)).toMatchObject({ status: "pending", supersededBy: null });
  });

  test("G6 a tool that breaks, gives no input of its own, or sees its target change meanwhile carries nothing over", async () => {
    const id = await proposeBoth();
    elements.fields.set("a", { price: 1, name: "theirs" });
    const under = async (carryOver: NonNullable<Elements["carryOver"]>) => {
      elements.carryOver = carryOver;
      return codeOf(await rebase(id));
    };
    expect(
      await under(() => {
        throw new Error("broken");
      }),
    ).toBe("UNAVAILABLE");
    expect(await under((input) => ({ input: { ...input, price: 5 }, conflicts: [] }))).toBe("INVALID_INPUT");
    elements.fields.set("b", { price: 1, name: "b" });
    expect(await under((input) => ({ input: { ...input, id: "b" }, conflicts: [] }))).toBe("STALE");
    const moving = under((input) => {
      elements.fields.set("a", { price: 1, name: "and again" });
      return { input, conflicts: [] };
    });
    expect(await moving).toBe("UNAVAILABLE");
    expect(await get(id)).toMatchObject({ status: "pending", supersededBy: null });
  });

  test("G13 the agent that waits is told that another, smaller action took its place, and can wait for that", async () => {
    const call = { toolName: "propose_update", toolInput: wish({ price: 6, name: "mine" }) };
    const id = String(need(await gate.engine.heldCalls.ask(gate.agent, call)).pendingActionId);
    const held = gate.engine.heldCalls.collect(gate.agent, id, 100);
    elements.fields.set("a", { price: 1, name: "theirs" });
    const next = need(await rebase(id));
    const told = need(await held);
    expect(told).toMatchObject({ status: "refined", pendingActionId: id, supersededBy: next.id });
    expect(told.message).toContain("do not propose this call again");
    expect(told.feedback).toContain("/fields/name");
    const waiting = gate.engine.heldCalls.collect(gate.agent, next.id, 100);
    need(await gate.engine.decisions.reject(gate.people.approver, next.id, { channel: "api", comment: "no" }));
    expect(need(await waiting)).toMatchObject({ status: "rejected", pendingActionId: next.id, reason: "no" });
  });
});
