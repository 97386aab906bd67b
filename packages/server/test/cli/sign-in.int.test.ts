import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ActionPage, Key } from "@countersign/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAdministrator } from "../../../../test/support/administrator-token.ts";
import { runCli } from "../../src/cli/run-cli.ts";
import type { StartedServer } from "../../src/cli/server-port.ts";
import { startServer } from "../../src/main.ts";
import { layDatabase } from "../support/embedded-database.ts";
import { recordTerminal, type RecordedTerminal } from "./support/record-terminal.ts";

const EMAIL = "grace@example.org";
const PASSWORD = "a long enough one";

/** The tests depend on their order on one server: sign in, read, decide, sign out. */
let data: string;
let server: StartedServer;
let session: Record<string, string>;

/** Sends a request as the inbox of a person with a password does. */
async function asPerson<T>(path: string, body?: object): Promise<{ status: number; answer: T }> {
  const response = await fetch(server.credentials.url + path, {
    method: body === undefined ? "GET" : "POST",
    headers: { ...session, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, answer: (await response.json()) as T };
}

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), "countersign-sign-in-"));
  await layDatabase(data);
  server = await startServer({ dataFolder: data, port: 0 });
  const origin = new URL(server.credentials.url).origin;
  const { signInUrl } = await openAdministrator(origin, server.signInUrl);
  const link = await fetch(`${origin}/api/auth/sign-in/link`, {
    method: "POST",
    headers: { origin, "content-type": "application/json" },
    body: JSON.stringify({ token: signInUrl.split("#token=")[1] }),
  });
  const cookie = link.headers.getSetCookie().map((each) => each.split(";", 1)[0]);
  session = { origin, cookie: cookie.join("; ") };
  await asPerson("/api/auth/account/setup", { name: "Grace", email: EMAIL, password: PASSWORD });
});
afterAll(async () => {
  await server.close();
  await rm(data, { recursive: true, force: true });
});

const configFolder = () => join(data, "config");
async function run(args: string[], terminal: RecordedTerminal = recordTerminal(), token?: string) {
  const settings = { configFolder: configFolder(), ...(token !== undefined && { token }) };
  const exitCode = await runCli([...args, "--data", data], terminal, () => Promise.reject(new Error("not here")), settings);
  return { exitCode, out: terminal.out, error: terminal.error, questions: terminal.questions };
}

/** Waits for the user code that a running command prints. */
async function codeOn(terminal: RecordedTerminal): Promise<string> {
  for (;;) {
    const code = /^ {2}([A-Z]{4}-[A-Z]{4})$/m.exec(terminal.error)?.[1];
    if (code !== undefined) return code;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const workspaceId = (): string => server.credentials.workspaceId;
const storedToken = async (): Promise<string> => {
  const stored = JSON.parse(await readFile(join(configFolder(), "sign-in.json"), "utf8")) as Record<string, { token: string }>;
  return stored[server.credentials.url]?.token ?? "";
};
const asToken = async (token: string, method: string, path: string, body?: object): Promise<number> =>
  (
    await fetch(server.credentials.url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  ).status;
let waiting: ActionPage["items"];

test("G25 what the data folder holds for agents proposes, and decides nothing", async () => {
  expect(await run(["demo"])).toMatchObject({ exitCode: 0 });
  const given = JSON.parse(await readFile(join(data, "agent.json"), "utf8")) as Record<string, string>;
  expect(Object.keys(given).toSorted()).toEqual(["agentKey", "mcpUrl", "url", "workspaceId"]);
  expect((await stat(join(data, "agent.json"))).mode & 0o777).toBe(0o600);
  waiting = (await asPerson<ActionPage>("/api/pending-actions?status=pending")).answer.items;
  expect(waiting).toHaveLength(8);
  const [action] = waiting;
  for (const value of Object.values(given)) {
    expect(await asToken(value, "POST", `/api/pending-actions/${action!.id}/approve`, { digest: action!.digest })).not.toBe(
      200,
    );
  }
  expect(await run(["approve", action!.id, "--yes"])).toMatchObject({
    exitCode: 2,
    error: expect.stringContaining("Allow unattended decisions"),
  });
  expect(await run(["reject", action!.id])).toMatchObject({ exitCode: 2, error: expect.stringContaining("not signed in") });
});

test("sign-in prints an address and a code; a refusal in the inbox signs nobody in", async () => {
  const terminal = recordTerminal();
  const running = run(["sign-in"], terminal);
  const userCode = await codeOn(terminal);
  expect(terminal.error).toContain(`${server.credentials.url}/command-line`);
  const asked = await asPerson<{ deviceName: string; clientAddress: string }>("/api/auth/device/find", { userCode });
  expect(asked).toMatchObject({ status: 200, answer: { clientAddress: "127.0.0.1" } });
  await asPerson("/api/auth/device/answer", { userCode, workspaceId: workspaceId(), approve: false });
  expect(await running).toMatchObject({ exitCode: 1, error: expect.stringContaining("You are not signed in") });
  expect((await asPerson("/api/auth/device/answer", { userCode, workspaceId: workspaceId(), approve: true })).status).toBe(404);
});

test("G25 a confirmed sign-in keeps a token that reads, for hours, away from the data folder's own files", async () => {
  const terminal = recordTerminal();
  const running = run(["sign-in"], terminal);
  // A user code is accepted in lower case and without the hyphen.
  const userCode = (await codeOn(terminal)).toLowerCase().replace("-", "");
  await asPerson("/api/auth/device/answer", { userCode, workspaceId: workspaceId(), approve: true });
  expect(await running).toMatchObject({ exitCode: 0, error: expect.stringContaining("Signed in as Grace, read-only") });
  expect((await stat(join(configFolder(), "sign-in.json"))).mode & 0o777).toBe(0o600);
  expect((await run(["list"])).out.trimEnd().split("\n")).toHaveLength(9);

  const token = await storedToken();
  const { id, digest } = waiting[0]!;
  expect(await asToken(token, "POST", `/api/pending-actions/${id}/approve`, { digest })).toBe(403);
  expect(await asToken(token, "POST", `/api/pending-actions/${id}/reject`, {})).toBe(403);
  expect(await asToken(token, "POST", "/api/keys", { kind: "user", name: "more", scope: "decide", confirm: true })).toBe(403);
  expect(await asToken(token, "POST", "/api/grants", {})).toBe(403);
  expect(await asToken(token, "GET", "/api/me")).toBe(200);
  const { items } = (await asPerson<{ items: Key[] }>("/api/keys")).answer;
  const mine = items.find(({ name }) => name.startsWith("Command line on "));
  expect(mine).toMatchObject({ scope: "read", revokedAt: null });
  expect(Date.parse(mine?.expiresAt ?? "") - Date.now()).toBeLessThan(13 * 3600 * 1000);
});

test("G25 the command line decides by the password that a person types, and by nothing it has stored", async () => {
  const [first, second] = waiting;
  const wrong = await run(["approve", first!.id], recordTerminal(["y", "not the password"]));
  expect(wrong).toMatchObject({ exitCode: 1, questions: [expect.anything(), `Password of ${EMAIL}: `] });
  expect(await run(["approve", first!.id, "--yes"])).toMatchObject({ exitCode: 2 });
  expect(await run(["approve", first!.id], recordTerminal(["y", PASSWORD]))).toMatchObject({ exitCode: 0 });
  const commented = await run(["comment", second!.id, "Not this one"], recordTerminal([PASSWORD]));
  expect(commented).toMatchObject({ exitCode: 0, questions: [`Password of ${EMAIL}: `] });
  expect(await run(["reject", second!.id], recordTerminal([PASSWORD]))).toMatchObject({ exitCode: 0 });
  const { items } = (await asPerson<ActionPage>("/api/pending-actions?status=pending")).answer;
  expect(items).toHaveLength(6);
});

test("G25 a token decides without a terminal only if an administrator confirmed that it may", async () => {
  const make = (more: object) => asPerson<{ key: string }>("/api/keys", { kind: "user", name: "nightly", ...more });
  expect((await make({ scope: "decide" })).status).toBe(422);
  const ordinary = (await make({})).answer.key;
  const deciding = (await make({ scope: "decide", confirm: true })).answer.key;
  const { id } = waiting[2]!;
  expect(await run(["approve", id, "--yes"], recordTerminal(), ordinary)).toMatchObject({
    exitCode: 1,
    error: expect.stringContaining("cannot decide"),
  });
  expect(await run(["comment", id, "Seen"], recordTerminal(), ordinary)).toMatchObject({ exitCode: 0 });
  expect(await run(["comment", id, "Why?", "--ask-agent"], recordTerminal(), ordinary)).toMatchObject({ exitCode: 1 });
  expect(await asToken(ordinary, "POST", "/api/keys", { kind: "user", name: "x", scope: "decide", confirm: true })).toBe(403);
  expect(await asToken(ordinary, "POST", "/api/members", { email: "m@example.org", name: "M", role: "approver" })).toBe(403);
  expect(await run(["approve", id, "--yes"], recordTerminal(), deciding)).toMatchObject({ exitCode: 0 });
});

test("G25 sign-out revokes the token at the server and forgets it", async () => {
  const token = await storedToken();
  expect(await run(["sign-out"])).toMatchObject({ exitCode: 0, out: "Signed out.\n" });
  expect(await asToken(token, "GET", "/api/me")).toBe(401);
  expect(await storedToken()).toBe("");
  expect(await run(["list"])).toMatchObject({ exitCode: 2, error: expect.stringContaining("not signed in") });
});

test("G25 a data folder of before loses its administrator's token, and the token of the settings is the first administrator's", async () => {
  const { url, mcpUrl, agentKey } = server.credentials;
  const former = (await asPerson<{ key: string }>("/api/keys", { kind: "user", name: "First administrator", role: "admin" }))
    .answer.key;
  await server.close();
  await rm(join(data, "agent.json"));
  const file = { url, mcpUrl, workspaceId: workspaceId(), userToken: former, agentKey };
  await writeFile(join(data, "credentials.json"), JSON.stringify(file), { mode: 0o600 });
  const adminToken = "an-operator-chose-these-40-characters-xx";
  process.env["COUNTERSIGN_ADMIN_TOKEN"] = adminToken;
  server = await startServer({ dataFolder: data, port: 0 });
  delete process.env["COUNTERSIGN_ADMIN_TOKEN"];
  await expect(stat(join(data, "credentials.json"))).rejects.toMatchObject({ code: "ENOENT" });
  expect(JSON.parse(await readFile(join(data, "agent.json"), "utf8"))).toMatchObject({ agentKey, url: server.credentials.url });
  expect(await asToken(former, "GET", "/api/me")).toBe(401);
  expect(await asToken(agentKey, "GET", "/api/me")).toBe(200);

  expect(await asToken(adminToken, "GET", "/api/keys")).toBe(200);
  expect(await asToken(adminToken, "POST", `/api/pending-actions/${waiting[3]!.id}/approve`, {})).toBe(403);
  await server.close();
  server = await startServer({ dataFolder: data, port: 0 });
  expect(await asToken(adminToken, "GET", "/api/keys")).toBe(401);
});
