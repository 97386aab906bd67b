import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport, type CallToolResult } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type StartedServer } from "../../src/main.ts";
import { openAdministrator } from "../../../../test/support/administrator-token.ts";
import { layDatabase } from "../support/embedded-database.ts";
import { outcomeOf } from "./support.ts";

let folder: string;
let server: StartedServer;
let client: Client;
let userToken: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "countersign-mcp-"));
  await layDatabase(folder);
  server = await startServer({ dataFolder: folder });
  const { url, mcpUrl, agentKey } = server.credentials;
  ({ token: userToken } = await openAdministrator(url, server.signInUrl));
  client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "auto" } });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(mcpUrl), { requestInit: { headers: { authorization: `Bearer ${agentKey}` } } }),
  );
});
afterAll(async () => {
  await client.close();
  await rm(folder, { recursive: true, force: true });
});

const call = (name: string, args: object) => client.callTool({ name, arguments: { ...args } }) as Promise<CallToolResult>;

async function firstPending(): Promise<{ id: string; digest: string }> {
  const { url } = server.credentials;
  for (;;) {
    const answer = await fetch(`${url}/api/pending-actions?status=pending`, {
      headers: { authorization: `Bearer ${userToken}` },
    });
    const { items } = (await answer.json()) as { items: { id: string; digest: string }[] };
    if (items[0]) return items[0];
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test("G1 a file is written over MCP on a started server, after a person's approval and not before", async () => {
  const { url } = server.credentials;
  const held = call("write_file", { path: "hello.txt", content: "from an agent" });
  const { id, digest } = await firstPending();
  const file = join(folder, "files", "hello.txt");
  await expect(readFile(file, "utf8")).rejects.toThrow("ENOENT");
  const approved = await fetch(`${url}/api/pending-actions/${id}/approve`, {
    method: "POST",
    headers: { authorization: `Bearer ${userToken}`, "content-type": "application/json" },
    body: JSON.stringify({ digest }),
  });
  expect(approved.status).toBe(200);
  expect(outcomeOf(await held)).toMatchObject({ status: "executed", pendingActionId: id });
  expect(await readFile(file, "utf8")).toBe("from an agent");
  expect((await call("read_file", { path: "hello.txt" })).structuredContent).toMatchObject({ content: "from an agent" });
});

test("the stream of a held call opens at once, so that no client waits for its headers", async () => {
  const { url, mcpUrl, agentKey } = server.credentials;
  const params = { name: "write_file", arguments: { path: "second.txt", content: "x" } };
  const answer = await fetch(mcpUrl, {
    method: "POST",
    headers: {
      authorization: `Bearer ${agentKey}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
  await fetch(`${url}/api/pending-actions/${(await firstPending()).id}/reject`, {
    method: "POST",
    headers: { authorization: `Bearer ${userToken}`, "content-type": "application/json" },
    body: "{}",
  });
  expect(await answer.text()).toContain('"status":"rejected"');
});

test("G6 a server that stops answers what it holds as queued", async () => {
  const held = call("write_file", { path: "late.txt", content: "never" });
  await firstPending();
  await server.close();
  expect(outcomeOf(await held).status).toBe("queued");
  await expect(readFile(join(folder, "files", "late.txt"), "utf8")).rejects.toThrow("ENOENT");
});
