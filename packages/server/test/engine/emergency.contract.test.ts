import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import type { ServerTool } from "../../src/ports/tool.ts";
import { createEngine } from "../../src/engine/create-engine.ts";
import { codeOf, need, openGate, propose, untilStatus, type Gate } from "../support/gate.ts";
import { until } from "../support/until.ts";

const REASON = "The agent went mad";

/** A tool whose handler runs until released or aborted. */
function slowTool() {
  const state = { started: 0, told: 0, ended: 0, letGo: (): void => undefined };
  const tool: ServerTool = {
    definition: { name: "slow", description: "Runs until it is let go", inputSchema: { type: "object" } },
    approval: "required",
    describe: async () => ({ preview: { title: "Slow" } }),
    execute: (_input, { signal }) => {
      state.started += 1;
      return new Promise((resolve, reject) => {
        state.letGo = () => {
          state.ended += 1;
          resolve("done");
        };
        signal.addEventListener("abort", () => {
          state.told += 1;
          reject(new Error("told to stop"));
        });
      });
    },
  };
  const free: ServerTool = { ...tool, definition: { ...tool.definition, name: "free", risk: 2 }, approval: "never" };
  return { state, connector: { name: "slow", tools: [tool, free] } };
}

const kind = inject("database");

describe(`the emergency stop on ${kind}`, () => {
  let gate: Gate;
  const slow = slowTool();
  beforeAll(async () => {
    gate = await openGate(kind, { connectors: [slow.connector], noSticks: true });
  });
  afterEach(async () => {
    Object.assign(slow.state, { started: 0, told: 0, ended: 0 });
    await gate.engine.emergency.lift(gate.people.admin);
  });
  afterAll(() => gate.close(), 60_000);

  const approve = async (id: string) => gate.engine.decisions.approve(gate.people.approver, id, { channel: "api" });
  const stop = () => gate.engine.emergency.stop(gate.people.approver, REASON);
  const startOne = async (): Promise<string> => {
    const id = await propose(gate, "slow", {});
    need(await approve(id));
    await until(() => slow.state.started === 1);
    return id;
  };

  test("G21 what runs is told to stop, and ends as failed", async () => {
    const id = await startOne();
    need(await stop());
    const ended = await untilStatus(gate, id, "failed");
    expect(slow.state).toMatchObject({ told: 1, ended: 0 });
    expect(ended.error).toMatchObject({ code: "timeout", message: expect.stringContaining("Cancelled by the emergency stop") });
  });

  test("G21 what another process runs is told, too", async () => {
    const id = await startOne();
    const elsewhere = createEngine({ database: gate.database, registry: gate.registry });
    need(await elsewhere.emergency.stop(gate.people.admin, REASON));
    // The stop's notification aborts the handler; the heartbeat would come later and not know the reason.
    expect((await untilStatus(gate, id, "failed")).error?.code).toBe("timeout");
    expect(slow.state.told).toBe(1);
    await elsewhere.stop(0);
  });

  test("G21 what was approved ends without having run, and nothing can be approved", async () => {
    const [first, second] = [await propose(gate, "slow", { n: 1 }), await propose(gate, "slow", { n: 2 })];
    await gate.engine.stop(1);
    need(await approve(first));
    need(await stop());
    expect((await untilStatus(gate, first, "failed")).error).toMatchObject({
      code: "forbidden",
      message: expect.stringContaining("emergency stop"),
    });
    const refused = await approve(second);
    expect(refused).toMatchObject({ ok: false, refusal: { code: "FORBIDDEN", detail: expect.stringContaining(REASON) } });
    expect(slow.state.started).toBe(0);
    // A rejection is still possible.
    expect(codeOf(await gate.engine.decisions.reject(gate.people.approver, second, { channel: "api" }))).toBe("ok");
    gate.engine.start();
  });

  test("G21 a call that asks nobody does not run either, and its agent is told why", async () => {
    need(await stop());
    const outcome = need(await gate.engine.proposals.propose(gate.agent, { toolName: "free", toolInput: {} }));
    expect(outcome).toMatchObject({
      status: "failed",
      error: { code: "forbidden", message: expect.stringContaining("emergency stop") },
    });
    expect(slow.state.started).toBe(0);
  });

  test("G21 a call that would be handed on to an upstream without asking is not, either", async () => {
    const free = need(await gate.engine.gateway.tools(gate.agent)).find(({ name }) => name === "free")!;
    const hand = async () => codeOf(await gate.engine.gateway.recordPassThrough(gate.agent, free, "d".repeat(64)));
    expect(await hand()).toBe("ok");
    need(await stop());
    expect(await hand()).toBe("FORBIDDEN");
    need(await gate.engine.emergency.lift(gate.people.admin));
    expect(await hand()).toBe("ok");
  });

  test("G21 a worker gets no claim, and its lease is not prolonged", async () => {
    const { worker, agent } = gate;
    need(
      await gate.engine.declaredTools.register(worker, [
        { name: "theirs", description: "of a worker", inputSchema: { type: "object" } },
      ]),
    );
    const running = need(
      await gate.engine.proposals.propose(agent, { toolName: "theirs", toolInput: { n: 1 } }),
    ).pendingActionId!;
    need(await approve(running));
    const { claims } = need(await gate.engine.workers.claim(worker, { tools: ["theirs"], waitSeconds: 0, limit: 1 }));
    need(await stop());
    expect(codeOf(await gate.engine.workers.heartbeat(worker, claims[0]!.id))).not.toBe("ok");
    expect(need(await gate.engine.workers.claim(worker, { tools: ["theirs"], waitSeconds: 0, limit: 1 })).claims).toEqual([]);
  });

  test("G21 only an administrator lifts it; then a person may have it run again", async () => {
    const id = await propose(gate, "slow", {});
    await gate.engine.stop(1);
    need(await approve(id));
    need(await stop());
    expect(codeOf(await stop())).toBe("INVALID_STATE");
    expect(codeOf(await gate.engine.settlements.retry(gate.people.approver, id))).toBe("FORBIDDEN");
    for (const by of [gate.people.approver, gate.people.viewer, gate.agent, gate.worker]) {
      expect(codeOf(await gate.engine.emergency.lift(by))).toBe("FORBIDDEN");
    }
    expect(need(await gate.engine.emergency.read(gate.people.viewer)).stop).toMatchObject({ reason: REASON });
    need(await gate.engine.emergency.lift(gate.people.admin, "It was a test"));
    expect(need(await gate.engine.emergency.read(gate.people.viewer))).toEqual({ stop: null });
    gate.engine.start();
    need(await gate.engine.settlements.retry(gate.people.approver, id));
    await until(() => slow.state.started === 1);
    slow.state.letGo();
    await untilStatus(gate, id, "executed");
  });

  test("G21 a stop needs no reason, and whoever approves is told who stopped", async () => {
    const id = await propose(gate, "slow", {});
    need(await gate.engine.emergency.stop(gate.people.admin, ""));
    expect(need(await gate.engine.emergency.read(gate.people.viewer)).stop).toMatchObject({ reason: "" });
    expect(await approve(id)).toMatchObject({
      ok: false,
      refusal: {
        code: "FORBIDDEN",
        detail: `Everything is stopped: emergency stop by ${gate.people.admin.name}. Nothing was approved.`,
      },
    });
    need(await gate.engine.emergency.lift(gate.people.admin));
  });

  test("G12 G21 it is on the log, and nobody below an approver may stop", async () => {
    for (const by of [gate.people.viewer, gate.agent, gate.worker]) {
      expect(codeOf(await gate.engine.emergency.stop(by, REASON))).toBe("FORBIDDEN");
    }
    need(await stop());
    need(await gate.engine.emergency.lift(gate.people.admin, "over"));
    const kinds = ["emergency.stopped", "emergency.lifted"];
    const entries = need(await gate.engine.audit.page(gate.people.admin, { kinds }));
    expect(entries.slice(-2)).toMatchObject([
      { kind: "emergency.stopped", by: { id: gate.people.approver.id }, data: { reason: REASON } },
      { kind: "emergency.lifted", by: { id: gate.people.admin.id }, data: { note: "over" } },
    ]);
    expect(need(await gate.engine.audit.verify(gate.people.admin)).faults).toEqual([]);
  });

  test("G9 another workspace goes on", async () => {
    need(await stop());
    const other = await openGate(kind, { connectors: [slow.connector], database: gate.database });
    const id = await propose(other, "slow", {});
    need(await other.engine.decisions.approve(other.people.approver, id, { channel: "api" }));
    await until(() => slow.state.started === 1);
    slow.state.letGo();
    await untilStatus(other, id, "executed");
    await other.close();
  });
});
