import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { JsonObject } from "@countersign/protocol";
import { need, openGate, untilStatus, type Gate } from "../support/gate.ts";

const kind = inject("database");

/** Tests what the engine promises a caller that repeats its calls, on any database. */
describe(`asked once on ${kind}`, () => {
  let gate: Gate;
  beforeAll(async () => {
    gate = await openGate(kind);
  });
  afterAll(async () => gate.close());

  const ask = async (toolName: string, toolInput: JsonObject) =>
    String(need(await gate.engine.heldCalls.ask(gate.agent, { toolName, toolInput })).pendingActionId);
  const collect = async (id: string) => need(await gate.engine.heldCalls.collect(gate.agent, id, 100)).status;

  test("G10 twenty equal calls at once are one action; twenty tellers of its end close it once", async () => {
    const input = { amount: 1, to: "a" };
    const ids = new Set(await Promise.all(Array.from({ length: 20 }, () => ask("pay", input))));
    expect(ids.size).toBe(1);
    const [id = ""] = ids;
    need(await gate.engine.decisions.approve(gate.people.approver, id, { channel: "api" }));
    const told = await Promise.all(Array.from({ length: 20 }, () => collect(id)));
    expect(new Set(told)).toEqual(new Set(["executed"]));
    expect(gate.ran).toHaveLength(1);
    const anew = new Set(await Promise.all(Array.from({ length: 20 }, () => ask("pay", input))));
    expect(anew.size).toBe(1);
    expect(anew).not.toContain(id);
  });

  test("G10 an end that nobody heard is kept for the next same call", async () => {
    const input = { amount: 2 };
    const id = await ask("pay", input);
    need(await gate.engine.decisions.reject(gate.people.approver, id, { channel: "api" }));
    const gone = AbortSignal.abort();
    expect(need(await gate.engine.heldCalls.collect(gate.agent, id, 20, gone)).status).toBe("rejected");
    expect(await ask("pay", input)).toBe(id);
    expect(need(await gate.engine.heldCalls.undelivered(gate.agent)).map((one) => one.pendingActionId)).toContain(id);
    expect(await collect(id)).toBe("rejected");
    expect(need(await gate.engine.heldCalls.undelivered(gate.agent)).map((one) => one.pendingActionId)).not.toContain(id);
    expect(await ask("pay", input)).not.toBe(id);
  });

  test("G10 an unknown outcome is not asked anew before a person has settled it", async () => {
    const { engine, agent, worker, people } = gate;
    need(
      await engine.declaredTools.register(worker, [{ name: "ship", description: "ships", inputSchema: { type: "object" } }]),
    );
    const id = await ask("ship", {});
    need(await engine.decisions.approve(people.approver, id, { channel: "api" }));
    const { claims } = need(await engine.workers.claim(worker, { tools: ["ship"], waitSeconds: 60, limit: 1 }));
    need(await engine.workers.fail(worker, String(claims[0]?.id), { code: "outcome_unknown", message: "the line went dead" }));
    await untilStatus(gate, id, "outcome_unknown");
    expect(await collect(id)).toBe("outcome_unknown");
    expect(await ask("ship", {})).toBe(id);
    need(await engine.settlements.settle(people.approver, id, "executed", "it arrived"));
    expect(need(await engine.heldCalls.ask(agent, { toolName: "ship", toolInput: {} })).status).toBe("executed");
    expect(await collect(id)).toBe("executed");
    expect(await ask("ship", {})).not.toBe(id);
  });

  test("G10 a call that was carried over is still the same question", async () => {
    const input = { amount: 4 };
    const id = await ask("pay", input);
    const held = gate.engine.heldCalls.collect(gate.agent, id, 100);
    need(await gate.engine.decisions.refine(gate.people.approver, id, { channel: "api", comment: "again, please" }));
    expect(need(await held)).toMatchObject({ status: "refined", pendingActionId: id });

    const second = await ask("pay", input);
    need(await gate.engine.decisions.refine(gate.people.approver, second, { channel: "api", comment: "carried over" }));
    const next = String(
      need(await gate.engine.proposals.propose(gate.agent, { toolName: "pay", toolInput: input, supersedes: second }))
        .pendingActionId,
    );
    expect(await ask("pay", input)).toBe(next);
    const waiting = gate.engine.heldCalls.collect(gate.agent, second, 100);
    need(await gate.engine.decisions.approve(gate.people.approver, next, { channel: "api" }));
    expect(need(await waiting)).toMatchObject({ status: "executed", pendingActionId: next });
    expect(need(await gate.engine.heldCalls.undelivered(gate.agent)).map((one) => one.pendingActionId)).not.toContain(second);
    expect(await ask("pay", input)).not.toBe(next);
  });

  test("only the agent itself collects, and nobody is told of another's calls", async () => {
    const id = await ask("pay", { amount: 3 });
    for (const by of [gate.people.admin, gate.worker, { ...gate.agent, id: "someone" }]) {
      expect(await gate.engine.heldCalls.collect(by, id, 0)).toMatchObject({ refusal: { code: "NOT_FOUND" } });
      expect(need(await gate.engine.actions.get(gate.people.viewer, id)).status).toBe("pending");
    }
    expect(await gate.engine.heldCalls.ask(gate.people.admin, { toolName: "pay", toolInput: {} })).toMatchObject({
      refusal: { code: "FORBIDDEN" },
    });
  });
});
