import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { findFreePort } from "../../../../scripts/lib/find-free-port.mjs";
import { openAdministrator } from "../../../../test/support/administrator-token.ts";
import { startServer, type StartedServer } from "../../src/main.ts";
import { workspacesAt } from "../../src/maintenance.ts";
import { placeDatabase } from "../support/database.ts";
import { until } from "../support/until.ts";

/** Two server processes' worth of servers on one PostgreSQL, each with a data folder of its own. */
let folder: string;
let release: () => Promise<void>;
let near: StartedServer;
let far: StartedServer;
let workspaces: ReturnType<typeof workspacesAt>;
/** Credentials in the workspace of the first start, and in the one that the tests create. */
let first: { admin: string; agent: string };
let second: { id: string; admin: string; agent: string; session: string };

const folderOf = (name: string): string => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "countersign-workspaces-"));
  const onServer = (await placeDatabase(folder))!;
  release = onServer.release;
  // The environment of the test run may name a database that must not be used.
  vi.stubEnv("DATABASE_URL", "");
  const start = async (name: string) =>
    startServer({ dataFolder: folderOf(name), databaseUrl: onServer.url, port: await findFreePort() });
  vi.stubEnv("COUNTERSIGN_ALLOWED_HOSTS", "figures.test");
  vi.stubEnv("COUNTERSIGN_SECRET", "s".repeat(40));
  vi.stubEnv("COUNTERSIGN_SECRET_KEY", "k".repeat(40));
  near = await start("near");
  far = await start("far");
  workspaces = workspacesAt({ dataFolder: folderOf("near"), databaseUrl: onServer.url });
  const { token } = await openAdministrator(near.credentials.url, near.signInUrl);
  first = { admin: token, agent: near.credentials.agentKey };
  const made = await workspaces.create(NEW);
  if (!made.ok) throw new Error(made.refusal.detail);
  const { workspaceId: id, agentKey: agent, signInUrl } = made.value;
  const administrator = await openAdministrator(near.credentials.url, signInUrl);
  second = { id, agent, admin: administrator.token, session: await openSession(administrator.signInUrl) };
  for (const server of [near, far]) {
    await until(
      () => propose(server, agent, "list_files", {}),
      ({ status }) => status === 200,
    );
  }
});
afterAll(async () => {
  await near?.close();
  await far?.close();
  await release?.();
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

async function ask(server: StartedServer, method: string, path: string, key: string, body?: object) {
  const answer = await fetch(`${server.credentials.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === "" ? undefined : JSON.parse(text) };
}

/** The cookies of a browser that opened this sign-in link. */
async function openSession(link: string): Promise<string> {
  const { origin, hash } = new URL(link);
  const answer = await fetch(`${origin}/api/auth/sign-in/link`, {
    method: "POST",
    headers: { origin, "content-type": "application/json" },
    body: JSON.stringify({ token: hash.slice("#token=".length) }),
  });
  return answer.headers
    .getSetCookie()
    .map((each) => each.split(";", 1)[0])
    .join("; ");
}
const readMe = (cookie: string) => fetch(`${near.credentials.url}/api/me`, { headers: { cookie } });

/** The stream of an MCP session of the earlier era, on which the server sends notices. */
async function openMcpStream(key: string): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, accept: "application/json, text/event-stream" };
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } };
  const opened = await fetch(near.credentials.mcpUrl, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params }),
  });
  await opened.text();
  const session = opened.headers.get("mcp-session-id") ?? "";
  const stream = await fetch(near.credentials.mcpUrl, {
    headers: { authorization: headers.authorization, accept: "text/event-stream", "mcp-session-id": session },
  });
  expect(stream.status).toBe(200);
  return stream;
}

async function untilEnd(stream: Response): Promise<void> {
  const reader = stream.body!.getReader();
  for (;;) if ((await reader.read()).done) return;
}

const propose = (server: StartedServer, key: string, toolName: string, toolInput: object) =>
  ask(server, "POST", "/api/pending-actions", key, { toolName, toolInput });

async function approve(server: StartedServer, key: string, id: string) {
  const { digest } = (await ask(server, "GET", `/api/pending-actions/${id}`, key)).body;
  return ask(server, "POST", `/api/pending-actions/${id}/approve`, key, { digest });
}

const untilStatus = (key: string, id: string, wanted: string) =>
  until(
    async () => (await ask(near, "GET", `/api/pending-actions/${id}`, key)).body,
    ({ status }) => status === wanted,
  );

const NEW = { name: "Acme", admin: { name: "Ann", email: "Ann@acme.test" } };
const TOOL = {
  title: null,
  description: "Adds.",
  source: "export default ({ a }) => ({ sum: a + 1 });",
  inputSchema: { type: "object", properties: { a: { type: "number" } }, required: ["a"] },
  access: { network: "none", hosts: [], writes: false, destructive: false, allowPrivate: false },
  limits: { seconds: 60, megabytes: 32 },
  risk: null,
  approval: null,
  promptTemplate: null,
  group: "default",
};

test("G35 a workspace that is created while servers run is served by each of them, with a folder of files of its own", async () => {
  const { id: workspaceId, admin: token, agent: agentKey } = second;
  const written = await propose(far, agentKey, "write_file", { path: "a.txt", content: "second" });
  expect(written.status).toBe(202);
  expect((await approve(far, token, written.body.pendingActionId)).status).toBe(200);
  await untilStatus(token, written.body.pendingActionId, "executed");
  const copies = await Promise.all(
    ["near", "far"].map((name) =>
      readFile(join(folderOf(name), "workspaces", workspaceId, "files", "a.txt"), "utf8").catch(() => undefined),
    ),
  );
  expect(copies).toContain("second");
  // The first workspace has the folder of the settings; neither reads the other's.
  await writeFile(join(folderOf("near"), "files", "first.txt"), "first");
  expect((await propose(near, first.agent, "read_file", { path: "first.txt" })).body.result).toMatchObject({
    content: "first",
  });
  const other = await propose(near, agentKey, "read_file", { path: "first.txt" });
  expect(JSON.stringify(other.body)).not.toContain('"first"');
  expect((await propose(near, first.agent, "read_file", { path: "a.txt" })).body.status).not.toBe("executed");
});

test("G35 its features are served too: a tool that one process publishes runs in the other, and not for the first workspace", async () => {
  const { admin, agent } = second;
  const made = await ask(near, "POST", "/api/studio/tools", admin, { name: "add_one", draft: TOOL });
  const { draftVersion } = made.body;
  await ask(near, "POST", "/api/studio/tools/add_one/runs", admin, { input: { a: 1 }, draftVersion });
  expect((await ask(near, "POST", "/api/studio/tools/add_one/publish", admin, { draftVersion })).status).toBe(200);
  const answer = await until(
    () => propose(far, agent, "add_one", { a: 41 }),
    ({ status }) => status === 200,
  );
  expect(answer.body).toMatchObject({ status: "executed", result: { sum: 42 } });
  expect((await propose(near, first.agent, "add_one", { a: 41 })).status).toBe(404);
});

test("G9 the figures of all workspaces are for an administrator of the first one", async () => {
  // By another name than this machine's, under which everybody reads them.
  const read = (key: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = { host: "figures.test", authorization: `Bearer ${key}` };
      get(`${near.credentials.url}/metrics`, { headers }, (answer) => resolve(answer.resume().statusCode)).on("error", reject);
    });
  expect(await read(first.admin)).toBe(200);
  expect(await read(second.admin)).toBe(403);
});

test("a name or an address that cannot be used is refused, and nothing is created", async () => {
  const before = await workspaces.list();
  expect(before.map(({ name }) => name)).toEqual(["Workspace", "Acme"]);
  for (const asked of [
    { ...NEW, name: "" },
    { ...NEW, name: " Acme 2" },
    { ...NEW, name: "АСМЕ" },
    { ...NEW, name: "Other", admin: { name: "Ann", email: "nobody" } },
    { ...NEW, name: "Other", admin: { name: "", email: "b@acme.test" } },
  ]) {
    expect(await workspaces.create(asked)).toMatchObject({ ok: false, refusal: { code: "INVALID_INPUT" } });
  }
  expect(await workspaces.list()).toEqual(before);
});

test("somebody who has no password gets another link, and one account with both workspaces", async () => {
  const made = await workspaces.create({ name: "Branch", admin: { name: "Somebody", email: "ann@ACME.test" } });
  if (!made.ok) throw new Error(made.refusal.detail);
  const me = (await (await readMe(await openSession(made.value.signInUrl!))).json()) as { workspaces: { name: string }[] };
  expect(me.workspaces.map(({ name }) => name)).toEqual(["Acme", "Branch"]);
  expect(await workspaces.archive(made.value.workspaceId)).toMatchObject({ ok: true, value: { name: "Branch" } });
  expect(await workspaces.archive(made.value.workspaceId)).toMatchObject({ ok: false, refusal: { code: "INVALID_STATE" } });
  expect(await workspaces.archive("wsp_none")).toMatchObject({ ok: false, refusal: { code: "NOT_FOUND" } });
});

test("G35 an archived workspace accepts no credential and runs nothing, also of what was approved; nothing of it is deleted", async () => {
  const { id, admin, agent, session } = second;
  expect((await readMe(session)).status).toBe(200);
  const worker = (await ask(near, "POST", "/api/keys", admin, { kind: "worker", name: "w" })).body.key as string;
  const tool = { name: "pay", description: "Pays", inputSchema: { type: "object" } };
  expect((await ask(near, "POST", "/api/worker/tools", worker, { tools: [tool] })).status).toBe(200);
  const approved = (await propose(near, agent, "pay", {})).body.pendingActionId;
  expect((await approve(near, admin, approved)).status).toBe(200);
  const waiting = (await propose(near, agent, "write_file", { path: "b.txt", content: "late" })).body.pendingActionId;
  const stream = await fetch(`${near.credentials.url}/api/events`, { headers: { authorization: `Bearer ${admin}` } });
  expect(stream.status).toBe(200);

  const mcpStream = await openMcpStream(agent);

  expect(await workspaces.archive(id)).toMatchObject({ ok: true, value: { name: "Acme" } });
  for (const server of [near, far]) {
    for (const key of [admin, agent, worker]) expect((await ask(server, "GET", "/api/me", key)).status).toBe(401);
    expect((await propose(server, agent, "list_files", {})).status).toBe(401);
    expect((await ask(server, "POST", "/api/worker/claims", worker, { tools: ["pay"] })).status).toBe(401);
    expect((await propose(server, first.agent, "list_files", {})).status).toBe(200);
  }
  expect((await readMe(session)).status).toBe(403);
  // Open streams end, too.
  await untilEnd(stream);
  await untilEnd(mcpStream);

  expect(await workspaces.restore(id)).toMatchObject({ ok: true });
  expect(await workspaces.restore(id)).toMatchObject({ ok: false, refusal: { code: "INVALID_STATE" } });
  await untilStatus(admin, approved, "failed");
  expect((await approve(near, admin, waiting)).body).toMatchObject({
    code: "FORBIDDEN",
    detail: expect.stringContaining("stopped"),
  });
  expect((await ask(near, "POST", "/api/emergency-stop/lift", admin, {})).status).toBe(200);
  expect((await approve(near, admin, waiting)).status).toBe(200);
  await untilStatus(admin, waiting, "executed");
});

test("the last workspace in use is not archived", async () => {
  const [oldest] = await workspaces.list();
  expect(await workspaces.archive(second.id)).toMatchObject({ ok: true });
  expect(await workspaces.archive(oldest!.id)).toMatchObject({ ok: false, refusal: { code: "INVALID_STATE" } });
  expect((await ask(near, "GET", "/api/me", first.admin)).status).toBe(200);
});
