import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Countersign } from "@countersign/sdk";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startServer, type StartedServer } from "../../src/main.ts";
import type { Database } from "../../src/store/database.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import { placeDatabase } from "../support/database.ts";
import { openDatabaseProxy, type DatabaseProxy } from "../support/database-proxy.ts";
import { openAdministrator } from "../../../../test/support/administrator-token.ts";

let dataFolder: string;
let place: { url: string; release(): Promise<void> };
let proxy: DatabaseProxy;
let direct: Database;
let server: StartedServer;
let userToken: string;

beforeAll(async () => {
  vi.stubEnv("DATABASE_URL", "");
  dataFolder = await mkdtemp(join(tmpdir(), "countersign-outage-"));
  place = (await placeDatabase(dataFolder))!;
  proxy = await openDatabaseProxy(place.url);
  direct = await openDatabase({ url: place.url });
  server = await startServer({ dataFolder, port: 0, databaseUrl: proxy.url });
  ({ token: userToken } = await openAdministrator(server.credentials.url, server.signInUrl));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await server.close();
  await direct.close();
  await proxy.close();
  await place.release();
  await rm(dataFolder, { recursive: true, force: true });
});

const { stringify } = JSON;
const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(server.credentials.url + path, {
    method: "POST",
    headers: { authorization: `Bearer ${server.credentials.agentKey}`, "content-type": "application/json", ...headers },
    body: stringify(body),
  });
const write = (path: string) => ({ toolName: "write_file", toolInput: { path, content: "x" } });

test("G31 a call during an outage of the database is answered 503 with Retry-After, at every entrance", async () => {
  const { url } = server.credentials;
  const answers = async () =>
    Promise.all([
      post("/api/pending-actions", write("a.txt")),
      fetch(`${url}/api/pending-actions`, { headers: { authorization: `Bearer ${userToken}` } }),
      fetch(`${url}/api/me`, { headers: { cookie: "countersign.session_token=a.b" } }),
      fetch(`${url}/readyz`),
      post("/api/auth/sign-in/email", { email: "a@example.test", password: "long enough to try" }, { origin: url }),
      post("/api/auth/device/begin", { name: "a terminal" }, { origin: url }),
    ]);
  proxy.cut();
  try {
    for (const answer of await answers()) {
      const problem = (await answer.json()) as { code: string; detail: string };
      // An unsigned cookie is refused before the database is queried.
      if (answer.url.endsWith("/api/me") && answer.status === 401) continue;
      expect([answer.url, answer.status, problem.code]).toEqual([answer.url, 503, "UNAVAILABLE"]);
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(stringify(problem)).not.toMatch(/ECONN|terminat|timeout exceeded/i);
    }
  } finally {
    proxy.resume();
  }
});

test("G31 G32 a call while the database is silent is answered 503 with Retry-After, and one that is held goes on being held", async () => {
  const held = post("/api/pending-actions", { ...write("held.txt"), delivery: "wait", waitSeconds: 600 });
  const waiting = async () =>
    (await direct.kysely.selectFrom("action").select(["id", "digest"]).where("status", "=", "pending").execute())[0];
  await expect.poll(async () => (await waiting()) !== undefined).toBe(true);
  const { id, digest } = (await waiting())!;
  proxy.fallSilent();
  const approve = () =>
    fetch(`${server.credentials.url}/api/pending-actions/${id}/approve`, {
      method: "POST",
      headers: { authorization: `Bearer ${userToken}`, "content-type": "application/json" },
      body: stringify({ digest }),
    });
  const stored = async () => (await direct.kysely.selectFrom("action").select("id").execute()).length;
  const before = await stored();
  const answers = await Promise.all([
    post("/api/pending-actions", write("silent.txt")),
    fetch(`${server.credentials.url}/readyz`),
    approve(),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
  for (const { headers } of answers) expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  proxy.resume();
  await expect.poll(async () => (await approve()).status).toBe(200);
  expect(await (await held).json()).toMatchObject({ status: "executed", pendingActionId: id });
  expect(await stored()).toBe(before);
});

test("G31 an MCP client is told to try again, by the status or in the error's data", async () => {
  const legacy = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  const listed = () => post("/mcp", legacy, { accept: "application/json, text/event-stream" });
  await expect.poll(async () => (await listed()).status).toBe(200);
  proxy.cut();
  try {
    // The key is cached for a second, so the fault first occurs after authentication, then during it.
    await expect.poll(async () => (await listed()).status).toBe(503);
    const atDoor = await listed();
    expect(atDoor.headers.get("retry-after")).not.toBeNull();
  } finally {
    proxy.resume();
  }
});

test("G31 two outages in a row lose no call of an SDK client, and store none twice", async () => {
  const client = new Countersign({ url: server.credentials.url, apiKey: server.credentials.agentKey });
  const count = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from action where tool_name = 'write_file'`.execute(direct.kysely))
      .rows[0]!.n;
  await expect
    .poll(() =>
      client.list().then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  const before = await count();
  const calls = Array.from({ length: 40 }, (_, n) => n);
  const proposed = calls.map(async (n) => {
    // Spread the calls over both outages.
    await new Promise((resolve) => setTimeout(resolve, n * 40));
    return client.propose(write(`call-${n}.txt`));
  });
  for (const waitMs of [200, 300]) {
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    proxy.cut();
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    proxy.resume();
  }
  const outcomes = await Promise.all(proposed);
  expect(new Set(outcomes.map(({ pendingActionId }) => pendingActionId)).size).toBe(calls.length);
  expect(await count()).toBe(before + calls.length);
});
