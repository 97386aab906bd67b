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
const BANK = ["bank_transfer", "bank_balance"];
const INITIALIZE = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: INFO };

/** Endpoints of the servers `bank` and `bank2`, which offer the same, and of `notes`, which has a resource and no tools. */
describe.each(ERAS)("the endpoint of one server over MCP %s", (era) => {
  let server: McpServer;
  /** Key of an agent in the groups `default` and `money`. */
  let key: string;
  beforeAll(async () => {
    const record = join(await tempFolder("server-endpoint"), "received");
    await writeFile(record, "");
    const specs = [
      specOf(runNode(PROGRAM, record), { name: "bank", prefix: "bank", trust: "trusted" }),
      specOf(runNode(PROGRAM, record), { name: "bank2", prefix: "bank2", trust: "trusted" }),
      specOf(runNode(PROGRAM, record, "notes://all"), { name: "notes", prefix: "notes", trust: "trusted" }),
    ];
    server = await openMcpServer({ holdSeconds: 0.2, openUpstreams: (gate) => serveUpstreams(gate, specs) });
    ({ key } = await server.makeKey(server.gate, "agent", ["default", "money"]));
  });
  afterAll(() => server.close());
  beforeEach(() => server.clear());

  const at = (path: string, prepare: (client: Client) => void = () => undefined, by = key): Promise<Client> =>
    server.connect(by, era, INFO, prepare, {}, path);
  const namesOf = async (client: Client): Promise<string[]> => (await client.listTools()).tools.map(({ name }) => name).sort();
  const namesAt = async (path: string, by = key): Promise<string[]> => namesOf(await at(path, undefined, by));
  const sorted = (...names: string[]): string[] => names.sort();
  const bearer = () => ({ authorization: `Bearer ${key}` });

  test("G53 lists the tools of the server and the built-in ones, with the names that /mcp gives them", async () => {
    expect(await namesAt("/mcp/s/bank")).toEqual(sorted(...BANK, ...OWN));
    expect(await namesAt("/mcp")).toEqual(expect.arrayContaining([...BANK, "bank2_transfer", "pay"]));
    expect(await namesAt("/mcp/s/notes")).toEqual(sorted(...OWN));
  });

  test("G53 a call of another server's tool is one of a tool that does not exist; a call of its own waits as at /mcp", async () => {
    const [wide, narrow] = [await at("/mcp"), await at("/mcp/s/bank")];
    for (const name of ["bank2_transfer", "pay", "no_such_tool"]) {
      await expect(call(narrow, name, { amount: 3, to: "Ada" })).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining(`There is no tool named ${name} for this agent.`),
      });
    }
    expect(need(await server.gate.engine.actions.list(server.gate.people.viewer, { status: ["pending"] })).items).toEqual([]);
    const held = outcomeOf(await call(narrow, "bank_transfer", { amount: 3, to: "Ada" }));
    expect(held.status).toBe("queued");
    // The same call at /mcp meets the action, so approval and digest are those of /mcp.
    expect(outcomeOf(await call(wide, "bank_transfer", { amount: 3, to: "Ada" })).pendingActionId).toBe(held.pendingActionId);
  });

  test("G53 a server whose tools the key does not have is answered like one that does not exist", async () => {
    const { key: poor } = await server.makeKey(server.gate, "agent", ["money"]);
    const said = new Set<string>();
    for (const name of ["bank", "no-such-server", "BANK", "constructor"]) {
      const opened = await server.post(
        { jsonrpc: "2.0", id: 1, method: "initialize", params: INITIALIZE },
        { authorization: `Bearer ${poor}` },
        `/mcp/s/${name}`,
      );
      const listed = await server.post(
        { jsonrpc: "2.0", id: 2, method: "tools/list" },
        { authorization: `Bearer ${poor}` },
        `/mcp/s/${name}`,
      );
      expect([name, opened.status, listed.status]).toEqual([name, 200, 200]);
      said.add(`${await opened.text()} ${await listed.text()}`);
    }
    expect([...said]).toHaveLength(1);
    expect(await namesAt("/mcp/s/bank", poor)).toEqual(sorted(...OWN));
    await expect(call(await at("/mcp/s/bank", undefined, poor), "bank_balance", { account: "a" })).rejects.toThrow("no tool");
  });

  test("a name that no server can have is refused, and told so", async () => {
    const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    for (const name of ["", "bank/", "bank%2F", "%zz", "__proto__", "a b", "bank%23requests", "..%2Fg", "x".repeat(41)]) {
      const answer = await server.post(list, bearer(), `/mcp/s/${name}`);
      expect([name, answer.status]).toEqual([name, 404]);
      expect(await answer.text()).toContain("This is not a valid name of an MCP server.");
    }
    expect((await server.post(list, {}, "/mcp/s/bank")).status).toBe(401);
    expect((await server.post(list, bearer(), "/mcp/s/%62ank?tools=all")).status).toBe(200);
  });

  test("G53 resources, prompts and capabilities are of the one server, also among servers without tools", async () => {
    const bank = await at("/mcp/s/bank");
    expect((await bank.listResources()).resources).toMatchObject([{ uri: "bank://rates" }]);
    expect(bank.getServerCapabilities()).toMatchObject({ prompts: {}, resources: { subscribe: true } });
    await expect(bank.readResource({ uri: "notes://all" })).rejects.toThrow("There is no resource with this URI.");
    const notes = await at("/mcp/s/notes");
    expect((await notes.listResources()).resources).toMatchObject([{ uri: "notes://all" }]);
    expect(notes.getServerCapabilities()).not.toHaveProperty("prompts");
    const none = await at("/mcp/s/none");
    expect((await none.listResources()).resources).toEqual([]);
  });

  test("G53 a client there is told of changes of the server's tools only", async () => {
    let [wide, other, own] = [0, 0, 0];
    const count = (client: Client, add: () => void): void =>
      client.setNotificationHandler("notifications/tools/list_changed", (() => add()) as never);
    const clients = [
      await at("/mcp", (client) => count(client, () => (wide += 1))),
      await at("/mcp/s/bank2", (client) => count(client, () => (other += 1))),
      await at("/mcp/s/bank", (client) => count(client, () => (own += 1))),
    ];
    if (era === "2026-07-28") await Promise.all(clients.map((client) => client.listen({ toolsListChanged: true })));
    // A change is announced once the listener's first list is known, so it is repeated until then.
    let times = 0;
    await until(async () => {
      const { engine, people } = server.gate;
      need(await engine.tools.change(people.admin, "bank_balance", { descriptionOverride: `Reads, ${(times += 1)}` }));
      return wide > 0 && own > 0;
    });
    expect(other).toBe(0);
  });
});

test("G53 a session is for the server's endpoint where it began, in both directions", async () => {
  const server = await openMcpServer();
  try {
    const { key } = await server.makeKey(server.gate, "agent", ["default", "money"]);
    const headers = { authorization: `Bearer ${key}`, accept: "application/json, text/event-stream" };
    for (const [from, to] of [
      ["/mcp/s/money", "/mcp"],
      ["/mcp/s/money", "/mcp/s/bank"],
      ["/mcp/s/money", "/mcp/g/money"],
      ["/mcp/g/money", "/mcp/s/money"],
      ["/mcp", "/mcp/s/money"],
    ] as const) {
      const opened = await server.post({ jsonrpc: "2.0", id: 1, method: "initialize", params: INITIALIZE }, headers, from);
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
