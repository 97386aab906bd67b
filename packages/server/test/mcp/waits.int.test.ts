import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "@countersign/protocol";
import { need } from "../support/gate.ts";
import { textAt } from "../../src/mcp/rpc-message.ts";
import { RELAY_STREAM_AFTER_MS } from "../../src/mcp/relay.ts";
import { openGateway, type Gateway } from "./gateway-support.ts";
import { modernClient } from "./raw-client.ts";

const TASKS = { extensions: { "io.modelcontextprotocol/tasks": {} } };
const APPROVED = { action: "accept", content: { decision: "approve" } };

let gateway: Gateway;
beforeAll(async () => {
  gateway = await openGateway({ relayStreamAfterMs: 60_000 });
});
afterAll(() => gateway.close());
beforeEach(async () => {
  await gateway.clear();
  await gateway.forget();
});

let amount = 0;
const transfer = (): JsonObject => {
  amount += 1;
  return { name: "bank_transfer", arguments: { amount, to: "b" } };
};

describe("a client that takes tasks", () => {
  async function untilOver(client: ReturnType<typeof modernClient>, taskId: string): Promise<JsonObject> {
    for (;;) {
      const { result } = await client.ask("tasks/get", { taskId });
      if (result["status"] === "completed") return result;
      await pause(50);
    }
  }

  test("G14 is given the pending action as a task at once; the upstream's answer is in it after the approval", async () => {
    const client = modernClient(gateway, await gateway.makeAgent(), TASKS);
    const { result: task } = await client.ask("tools/call", transfer());
    const taskId = textAt(task, "taskId");
    expect(task).toMatchObject({ resultType: "task", status: "working" });
    expect(await gateway.pending()).toEqual([taskId]);
    expect((await client.ask("tasks/get", { taskId })).result).toMatchObject({ status: "working" });
    expect(await gateway.received()).toEqual([]);
    await gateway.decide("approve", taskId);
    expect(await untilOver(client, taskId)).toMatchObject({ result: { structuredContent: { moved: amount } } });
    expect(await gateway.received()).toHaveLength(1);
  });

  test("G13 a rejection is the tool's answer, an error with the reason", async () => {
    const client = modernClient(gateway, await gateway.makeAgent(), TASKS);
    const taskId = textAt((await client.ask("tools/call", transfer())).result, "taskId");
    await gateway.decide("reject", taskId, { reason: "no" });
    expect(await untilOver(client, taskId)).toMatchObject({
      result: { isError: true, structuredContent: { status: "rejected", reason: "no" } },
    });
    expect(await gateway.received()).toEqual([]);
  });

  test("a cancelled task is over, and cannot be approved any more", async () => {
    const client = modernClient(gateway, await gateway.makeAgent(), TASKS);
    const taskId = textAt((await client.ask("tools/call", transfer())).result, "taskId");
    expect((await client.ask("tasks/cancel", { taskId })).result).toEqual({ resultType: "complete" });
    expect((await client.ask("tasks/get", { taskId })).result).toMatchObject({ status: "cancelled" });
    await expect(gateway.decide("approve", taskId)).rejects.toThrow("409");
    expect(await gateway.received()).toEqual([]);
  });

  test("asks its person where an administrator allows it, and only then takes the answer", async () => {
    const capabilities = { ...TASKS, elicitation: {} };
    const allowed = modernClient(gateway, await gateway.makeAgent({ inClient: true }), capabilities);
    const taskId = textAt((await allowed.ask("tools/call", transfer())).result, "taskId");
    const { result } = await allowed.ask("tasks/get", { taskId });
    const [asked = ""] = Object.keys(result["inputRequests"] as JsonObject);
    expect(result).toMatchObject({ status: "input_required" });
    // Answers under other keys than the question's are ignored.
    await allowed.ask("tasks/update", { taskId, inputResponses: { approval: APPROVED, approval_0: APPROVED } });
    expect(await gateway.status(taskId)).toBe("pending");
    await allowed.ask("tasks/update", { taskId, inputResponses: { [asked]: APPROVED } });
    expect(await untilOver(allowed, taskId)).toMatchObject({ result: { structuredContent: { moved: amount } } });

    const plain = modernClient(gateway, await gateway.makeAgent(), capabilities);
    const other = textAt((await plain.ask("tools/call", transfer())).result, "taskId");
    expect((await plain.ask("tasks/get", { taskId: other })).result["inputRequests"]).toBeUndefined();
    const { digest } = need(await gateway.gate.engine.actions.get(gateway.gate.people.viewer, other));
    const forged = { [`approval_${digest.slice(0, 16)}`]: APPROVED };
    expect((await plain.ask("tasks/update", { taskId: other, inputResponses: forged })).error.code).toBe(-32602);
    expect(await gateway.status(other)).toBe("pending");
    expect(await gateway.received()).toHaveLength(1);
  });

  test("G9 another agent finds nothing under its id", async () => {
    const client = modernClient(gateway, await gateway.makeAgent(), TASKS);
    const taskId = textAt((await client.ask("tools/call", transfer())).result, "taskId");
    const other = modernClient(gateway, await gateway.makeAgent(), TASKS);
    for (const method of ["tasks/get", "tasks/update", "tasks/cancel"]) {
      expect([method, (await other.ask(method, { taskId })).error.code]).toEqual([method, -32602]);
    }
    expect(await gateway.status(taskId)).toBe("pending");
  });
});

test("a forwarded call whose error comes late is answered with the HTTP status of that error", async () => {
  const client = modernClient(gateway, await gateway.makeAgent(), {});
  const answer = await client.send("tools/call", { name: "bank_balance", arguments: { account: "late refusal" } });
  expect([answer.status, await answer.json()]).toMatchObject([400, { error: { code: -32021 } }]);
  // The gateway of these tests has a longer limit, because of busy machines. The default is longer than the upstream's 500 ms, too.
  expect(RELAY_STREAM_AFTER_MS).toBeGreaterThan(1000);
});

describe("what an administrator says about waiting", () => {
  const settle = (settings: object) =>
    gateway.gate.engine.tools.change(gateway.gate.people.admin, "bank_transfer", settings as never).then(need);

  test("queued at once", async () => {
    await settle({ delivery: "queue" });
    const client = modernClient(gateway, await gateway.makeAgent({ inClient: true }));
    expect((await client.ask("tools/call", transfer())).result).toMatchObject({ structuredContent: { status: "queued" } });
    await settle({ delivery: null });
    expect(await gateway.pending()).toHaveLength(1);
  });

  test("G6 over with the wait: it cannot be approved any more, and has not run", async () => {
    await settle({ delivery: "wait", waitSeconds: 1, onWaitEnd: "expire" });
    const client = modernClient(gateway, await gateway.makeAgent(), {});
    const { result } = await client.ask("tools/call", transfer());
    expect(result).toMatchObject({ isError: true, structuredContent: { status: "expired" } });
    await settle({ delivery: null, waitSeconds: null, onWaitEnd: null });
    await expect(
      gateway.decide("approve", textAt(result["structuredContent"] as JsonObject, "pendingActionId")),
    ).rejects.toThrow("409");
    expect(await gateway.received()).toEqual([]);
  });
});

describe("a session", () => {
  const INITIALIZE = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1" } };

  async function open(key: string) {
    const headers = { authorization: `Bearer ${key}` };
    const answer = await gateway.post({ jsonrpc: "2.0", id: 0, method: "initialize", params: INITIALIZE }, headers);
    return { ...headers, "mcp-session-id": answer.headers.get("mcp-session-id") ?? "", "mcp-protocol-version": "2025-11-25" };
  }

  test("takes up a stream that was cut, and is told the end there", async () => {
    const session = await open(await gateway.makeAgent());
    const gone = new AbortController();
    const held = await fetch(new URL("/mcp", gateway.url), {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...session },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: transfer() }),
      signal: gone.signal,
    });
    const reader = held.body!.getReader();
    const first = Buffer.from((await reader.read()).value ?? []).toString();
    const lastEventId = /^id: (\S+)$/m.exec(first)?.[1] ?? "";
    const [id = ""] = await gateway.pending();
    gone.abort();
    await reader.read().catch(() => undefined);
    await pause(100);
    await gateway.decide("approve", id);
    const again = await fetch(new URL("/mcp", gateway.url), {
      headers: { accept: "text/event-stream", ...session, "last-event-id": lastEventId },
    });
    expect(await again.text()).toContain(`moved ${amount} to b`);
    expect(await gateway.received()).toHaveLength(1);
  });

  test("is only for the key it began with, and over when it was ended", async () => {
    const session = await open(await gateway.makeAgent());
    const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    const stolen = { ...session, authorization: `Bearer ${await gateway.makeAgent()}` };
    expect((await gateway.post(list, stolen)).status).toBe(404);
    expect((await gateway.post(list, session)).status).toBe(200);
    expect((await fetch(new URL("/mcp", gateway.url), { method: "DELETE", headers: session })).status).toBe(204);
    expect((await gateway.post(list, session)).status).toBe(404);
  });

  test("is told when an administrator changes what the agent sees", async () => {
    const session = await open(await gateway.makeAgent());
    const standing = await fetch(new URL("/mcp", gateway.url), { headers: { accept: "text/event-stream", ...session } });
    const reader = standing.body!.getReader();
    let said = Buffer.from((await reader.read()).value ?? []).toString();
    // The server knows the agent's list only after it has read it once.
    await gateway.post({ jsonrpc: "2.0", id: 1, method: "tools/list" }, session);
    await pause(200);
    await gateway.gate.engine.tools.change(gateway.gate.people.admin, "pay", { descriptionOverride: `Pays ${Math.random()}` });
    while (!said.includes("notifications/tools/list_changed"))
      said += Buffer.from((await reader.read()).value ?? []).toString();
    await reader.cancel();
  });
});
