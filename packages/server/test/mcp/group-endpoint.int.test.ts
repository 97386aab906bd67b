import type { Client } from "@modelcontextprotocol/client";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { need } from "../support/gate.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { until } from "../support/until.ts";
import { runNode, specOf } from "../tools/upstreams/support.ts";
import { serveUpstreams } from "./gateway-support.ts";
import { call, ERAS, openMcpServer, outcomeOf, type McpServer } from "./support.ts";

const PROGRAM = fileURLToPath(new URL("recording-server.mjs", import.meta.url));
const INFO = { name: "test", version: "1" };
const OWN = ["approval_wait", "approval_list", "approval_reply", "approval_checkpoint"];

/** Endpoints of groups. `pay` is in `default` and `money`, `set_value` in `default` and `secret`, the bank's tools in `default`. */
describe.each(ERAS)("the endpoint of a group over MCP %s", (era) => {
  let server: McpServer;
  /** In the groups `default` and `money`. */
  let key: string;
  beforeAll(async () => {
    const record = join(await tempFolder("group-endpoint"), "received");
    await writeFile(record, "");
    const bank = specOf(runNode(PROGRAM, record), { name: "bank", prefix: "bank", trust: "trusted" });
    server = await openMcpServer({ holdSeconds: 0.2, openUpstreams: (gate) => serveUpstreams(gate, [bank]) });
    ({ key } = await server.makeKey(server.gate, "agent", ["default", "money"]));
    await fill("money", "pay");
    await fill("secret", "set_value");
  });
  afterAll(() => server.close());
  beforeEach(() => server.clear());

  const fill = async (group: string, ...tools: string[]): Promise<void> => {
    const { engine, people } = server.gate;
    need(await engine.groups.change(people.admin, group, { tools: tools.map((name) => ({ name })), confirm: true }));
  };
  const at = (path: string, prepare: (client: Client) => void = () => undefined): Promise<Client> =>
    server.connect(key, era, INFO, prepare, {}, path);
  const namesAt = async (path: string): Promise<string[]> => (await (await at(path)).listTools()).tools.map(({ name }) => name);
  const bearer = () => ({ authorization: `Bearer ${key}` });

  test("G53 lists the tools of the group and the built-in ones, with the names that /mcp gives them", async () => {
    expect(await namesAt("/mcp/g/money")).toEqual(["pay", ...OWN]);
    const all = await namesAt("/mcp");
    expect(all).toEqual(expect.arrayContaining(["pay", "set_value", "bank_transfer"]));
    expect(await namesAt("/mcp/g/default")).toEqual(all);
  });

  test("G53 a call of another group's tool is one of a tool that does not exist; a call of the group's own waits as at /mcp", async () => {
    const [wide, narrow] = [await at("/mcp"), await at("/mcp/g/money")];
    // What the same key sees at /mcp is known to the server now.
    await expect(call(wide, "no_such_tool")).rejects.toThrow();
    for (const name of ["set_value", "bank_transfer", "no_such_tool"]) {
      await expect(call(narrow, name, {})).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining(`There is no tool named ${name} for this agent.`),
      });
    }
    expect(need(await server.gate.engine.actions.list(server.gate.people.viewer, { status: ["pending"] })).items).toEqual([]);
    const held = outcomeOf(await call(narrow, "pay", { amount: 3 }));
    expect(held.status).toBe("queued");
    // The same call at /mcp meets the action: an endpoint changes nothing about what is asked.
    const same = outcomeOf(await call(wide, "pay", { amount: 3 }));
    expect(same.pendingActionId).toBe(held.pendingActionId);
  });

  test("G53 a group that the key is not in is answered like one that does not exist", async () => {
    const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    const told = new Set<string>();
    for (const name of ["secret", "no-such-group", "", "money/", "money%2F", "%zz", "MONEY", "__proto__"]) {
      const answer = await server.post(list, bearer(), `/mcp/g/${name}`);
      expect([name, answer.status]).toEqual([name, 404]);
      told.add(JSON.stringify({ ...((await answer.json()) as object), instance: undefined }));
    }
    expect([...told]).toEqual([expect.stringContaining("This key is not in a group with this name.")]);
    for (const method of ["GET", "DELETE", "PUT"]) {
      const answer = await fetch(new URL("/mcp/g/secret", server.url), { method, headers: bearer() });
      expect([method, answer.status]).toEqual([method, 404]);
    }
    expect((await server.post(list, {}, "/mcp/g/secret")).status).toBe(401);
    expect((await server.post(list, bearer(), "/mcp/g/%6Doney?x=1")).status).toBe(200);
  });

  test("G53 resources, prompts and capabilities are of the upstreams whose tools the group has", async () => {
    const wide = await at("/mcp/g/default");
    expect((await wide.listResources()).resources).toMatchObject([{ uri: "bank://rates" }]);
    expect(wide.getServerCapabilities()).toMatchObject({ prompts: {}, resources: { subscribe: true } });
    const narrow = await at("/mcp/g/money");
    expect((await narrow.listResources()).resources).toEqual([]);
    expect(narrow.getServerCapabilities()).not.toHaveProperty("prompts");
    await expect(narrow.readResource({ uri: "bank://rates" })).rejects.toThrow("There is no resource with this URI.");
  });

  test("G53 a client there is told of changes of the group's tools only", async () => {
    let [wide, narrow] = [0, 0];
    const count = (client: Client, add: () => void): void =>
      client.setNotificationHandler("notifications/tools/list_changed", (() => add()) as never);
    const clients = [
      await at("/mcp", (client) => count(client, () => (wide += 1))),
      await at("/mcp/g/money", (client) => count(client, () => (narrow += 1))),
    ];
    if (era === "2026-07-28") await Promise.all(clients.map((client) => client.listen({ toolsListChanged: true })));
    // A change is announced once the listener's first list is known, so it is repeated until then.
    let times = 0;
    await until(async () => {
      const { engine, people } = server.gate;
      need(await engine.tools.change(people.admin, "set_value", { descriptionOverride: `Sets a value, ${(times += 1)}` }));
      return wide > 0;
    });
    expect(narrow).toBe(0);
    const listed = await clients[1]!.listTools();
    expect(listed.tools.map(({ name }) => name)).toEqual(["pay", ...OWN]);
    await fill("money", "pay", "set_value");
    await until(() => narrow === 1);
    expect((await clients[1]!.listTools()).tools.map(({ name }) => name)).toEqual(["pay", "set_value", ...OWN]);
    await fill("money", "pay");
  });

  test("the agent's own calls are told at each endpoint, wherever they were made", async () => {
    const { engine, people } = server.gate;
    const { key: other } = await server.makeKey(server.gate, "agent", ["default", "money"]);
    const [wide, narrow] = [
      await server.connect(other, era, INFO),
      await server.connect(other, era, INFO, undefined, {}, "/mcp/g/money"),
    ];
    const { pendingActionId } = outcomeOf(await call(wide, "bank_transfer", { to: "Ada", amount: 5 }));
    const id = String(pendingActionId);
    const listed = await call(narrow, "approval_list");
    expect(listed.structuredContent).toMatchObject({ items: [{ pendingActionId: id, toolName: "bank_transfer" }] });
    await server.decide("approve", id);
    await until(async () => need(await engine.actions.get(people.viewer, id)).status === "executed");
    // The upstream's own answer, as where the call was made.
    expect(await call(narrow, "approval_wait", { pendingActionId: id })).not.toHaveProperty(
      "structuredContent.pendingActionId",
    );
  });

  test("G53 a group that is taken from the key is refused from then on", async () => {
    const { engine, people } = server.gate;
    const { key: other, id } = await server.makeKey(server.gate, "agent", ["default", "money"]);
    const client = await server.connect(other, era, INFO, undefined, {}, "/mcp/g/money");
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain("pay");
    need(await engine.agents.change(people.admin, id, { groups: ["default"], confirm: true }));
    await until(async () => (await server.post({}, { authorization: `Bearer ${other}` }, "/mcp/g/money")).status === 404);
    await expect(call(client, "pay", { amount: 1 })).rejects.toThrow();
  });
});

test("G53 a session is for the endpoint where it began, in both directions", async () => {
  const server = await openMcpServer();
  try {
    const { key } = await server.makeKey(server.gate, "agent", ["default", "money"]);
    const headers = { authorization: `Bearer ${key}`, accept: "application/json, text/event-stream" };
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: INFO };
    for (const [from, to] of [
      ["/mcp/g/money", "/mcp"],
      ["/mcp/g/money", "/mcp/g/default"],
      ["/mcp", "/mcp/g/money"],
    ] as const) {
      const opened = await server.post({ jsonrpc: "2.0", id: 1, method: "initialize", params }, headers, from);
      const session = { ...headers, "mcp-session-id": String(opened.headers.get("mcp-session-id")) };
      const list = { jsonrpc: "2.0", id: 2, method: "tools/list" };
      expect([from, to, (await server.post(list, session, to)).status]).toEqual([from, to, 404]);
      for (const method of ["GET", "DELETE"])
        expect([method, (await fetch(new URL(to, server.url), { method, headers: session })).status]).toEqual([method, 404]);
      expect((await server.post(list, session, from)).status).toBe(200);
    }
  } finally {
    await server.close();
  }
});
