import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Client } from "@modelcontextprotocol/client";
import type { JsonObject } from "@countersign/protocol";
import { need } from "../support/gate.ts";
import { call, ERAS, openMcpServer, outcomeOf, textOf, type McpServer } from "./support.ts";

let server: McpServer;
beforeAll(async () => {
  server = await openMcpServer({ holdSeconds: 0 });
});
afterAll(() => server.close());
afterEach(() => server.clear());

const labelled = (client: Client, args: JsonObject, _meta: JsonObject) =>
  client.callTool({ name: "pay", arguments: args, _meta });
const get = async (id: string) => need(await server.gate.engine.actions.get(server.gate.people.viewer, id));
const shown = async (result: unknown) => {
  const { sessionId, missionId, caption, batchId } = await get(String(outcomeOf(result as never).pendingActionId));
  return { sessionId, missionId, caption, batchId };
};

describe.each(ERAS)("labels of a client of %s", (era) => {
  let key: string;
  beforeAll(async () => {
    // An agent of its own: the gate remembers what was rejected.
    key = (await server.makeKey(server.gate, "agent")).key;
  });

  test("`_meta` names session, mission and caption, and calls of one mission and tool share a batch", async () => {
    const client = await server.connect(key, era);
    const meta = { "countersign/sessionId": "s-1", "countersign/missionId": `m-${era}`, "countersign/caption": "As asked" };
    const first = await shown(await labelled(client, { amount: 1 }, meta));
    expect(first).toEqual({ sessionId: "s-1", missionId: `m-${era}`, caption: "As asked", batchId: `m-${era}:pay` });
    expect(await shown(await labelled(client, { amount: 2 }, meta))).toMatchObject({ batchId: first.batchId });
    expect(await shown(await call(client, "pay", { amount: 3 }))).toMatchObject({
      sessionId: null,
      missionId: null,
      caption: null,
    });
  });

  test("G10 a repeat meets its action, whatever it is labelled", async () => {
    const client = await server.connect(key, era);
    const one = outcomeOf(await labelled(client, { amount: 4 }, { "countersign/sessionId": "a" }));
    const two = outcomeOf(await labelled(client, { amount: 4 }, { "countersign/sessionId": "b" }));
    expect(two.pendingActionId).toBe(one.pendingActionId);
    expect(await get(String(one.pendingActionId))).toMatchObject({ sessionId: "a" });
  });

  test("a label that is none is refused, and nothing is stored", async () => {
    const client = await server.connect(key, era);
    for (const meta of [
      { "countersign/missionId": 7 },
      { "countersign/caption": "x".repeat(501) },
      { "countersign/sessionId": "" },
    ])
      await expect(labelled(client, { amount: 5 }, meta)).rejects.toThrow(/countersign\/\w+/);
    expect(await server.pending(0)).toEqual([]);
  });

  test("G17 a checkpoint collects calls of the agent, and a person decides on them once", async () => {
    const client = await server.connect(key, era);
    const ids = [
      outcomeOf(await call(client, "pay", { amount: 6 })).pendingActionId,
      outcomeOf(await call(client, "pay", { amount: 7 })).pendingActionId,
    ].map(String);
    const opened = await call(client, "approval_checkpoint", { label: "Pay both", pendingActionIds: ids });
    expect(textOf(opened)).toContain("2 calls are waiting");
    const { checkpointId } = opened.structuredContent as { checkpointId: string };
    const later = await labelled(
      client,
      { amount: 8 },
      { "countersign/checkpointId": checkpointId, "countersign/missionId": "m" },
    );
    const { engine, people } = server.gate;
    const found = need(await engine.checkpoints.get(people.viewer, checkpointId));
    const expected = [...ids, outcomeOf(later as never).pendingActionId].sort();
    expect(found.items.map(({ pendingActionId }) => pendingActionId).sort()).toEqual(expected);
    const how = { digest: found.digest, comment: "Fine", channel: "inbox" };
    need(await engine.checkpoints.decide(people.approver, checkpointId, "approve", how));
    const told = await call(client, "approval_checkpoint", { checkpointId });
    expect(told.structuredContent).toMatchObject({ pending: 0, decided: { verdict: "approve", comment: "Fine" } });
    expect(textOf(told)).toContain("A person approved");
  });

  test("G9 a checkpoint takes no call of another agent, and shows itself to no other agent", async () => {
    const client = await server.connect(key, era);
    const other = await server.connect((await server.makeKey(server.gate, "agent")).key, era);
    const id = String(outcomeOf(await call(other, "pay", { amount: 9 })).pendingActionId);
    expect(await call(client, "approval_checkpoint", { label: "x", pendingActionIds: [id] })).toMatchObject({ isError: true });
    const opened = await call(other, "approval_checkpoint", { label: "x", pendingActionIds: [id] });
    const { checkpointId } = opened.structuredContent as { checkpointId: string };
    expect(await call(client, "approval_checkpoint", { checkpointId })).toMatchObject({ isError: true });
    expect(await call(client, "approval_checkpoint", { label: "x", checkpointId })).toMatchObject({ isError: true });
  });
});

test("headers name session and mission for clients that send the same ones each time; `_meta` comes first", async () => {
  const { key } = await server.makeKey(server.gate, "agent");
  const send = async (params: JsonObject) => {
    const answer = await server.post(
      { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "pay", ...params } },
      {
        authorization: `Bearer ${key}`,
        "mcp-protocol-version": "2025-11-25",
        "countersign-session-id": "s-header",
        "countersign-mission-id": "m-header",
      },
    );
    const data = /^data: (\{.*\})$/m.exec(await answer.clone().text())?.[1] ?? (await answer.text());
    return shown((JSON.parse(data) as { result: unknown }).result);
  };
  expect(await send({ arguments: { amount: 10 } })).toMatchObject({ sessionId: "s-header", missionId: "m-header" });
  const meta = { "countersign/missionId": "m-meta" };
  expect(await send({ arguments: { amount: 11 }, _meta: meta })).toMatchObject({ sessionId: "s-header", missionId: "m-meta" });
});
