import { request as httpRequest } from "node:http";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { SettingsImport, UpstreamServer } from "@countersign/protocol";
import { openAdministrator, type Administrator } from "../../../../test/support/administrator-token.ts";
import { readConfig } from "../../src/config.ts";
import { startServer, type StartedServer } from "../../src/main.ts";
import { layDatabase } from "../support/embedded-database.ts";
import { until } from "../support/until.ts";

const FILESYSTEM = fileURLToPath(import.meta.resolve("@modelcontextprotocol/server-filesystem/dist/index.js"));
const PASSWORD = "a long enough password";
const PATH = "/api/upstreams/import";

let folder: string;
let server: StartedServer;
let administrator: Administrator;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "countersign-imports-"));
  vi.stubEnv("COUNTERSIGN_INBOX_IMPORT", "local");
  vi.stubEnv("COUNTERSIGN_ALLOWED_HOSTS", "gate.example");
  await layDatabase(folder);
  await mkdir(join(folder, "notes"));
  server = await startServer({ dataFolder: folder, port: 0 });
  administrator = await openAdministrator(server.credentials.url, server.signInUrl);
  const account = { name: "Ada", email: "ada@example.test", password: PASSWORD };
  await send("/api/auth/account/setup", account);
}, 120_000);
afterAll(async () => {
  vi.unstubAllEnvs();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => rm(file(), { force: true }));

const file = (): string => join(folder, "countersign.yaml");
const config = (): Promise<string> => readFile(file(), "utf8").catch(() => "");
const send = (
  path: string,
  body: object | undefined,
  headers: Record<string, string> = administrator.session,
  method = "POST",
) =>
  fetch(server.credentials.url + path, {
    method,
    headers: { ...headers, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
const read = async (path: string) =>
  (await fetch(server.credentials.url + path, { headers: administrator.session })).json() as Promise<unknown>;
const upstreams = async () => ((await read("/api/upstreams")) as { items: UpstreamServer[] }).items;
const events = async () =>
  ((await read("/api/audit?kind=upstream.file_changed")) as { items: { data: object; by: object }[] }).items;

const settingsOf = (servers: object): string => JSON.stringify({ mcpServers: servers }, null, 2);
const notes = (): object => ({
  command: process.execPath,
  args: [FILESYSTEM, join(folder, "notes")],
  env: { TOKEN: "sesame-open" },
});

test("G51 without the person's own password nothing is written, and what would be is told without secrets", async () => {
  const settings = settingsOf({ notes: notes(), odd: { command: "x", secretThing: 1 } });
  const before = (await events()).length;
  const preview = await send(PATH, { settings });
  expect(preview.status).toBe(200);
  const told = (await preview.json()) as SettingsImport;
  expect(told).toMatchObject({ isWritten: false, gated: [{ name: "notes", isPresent: false }], left: [{ from: "odd" }] });
  expect(told.gated[0]?.shown).toContain(FILESYSTEM);
  expect(JSON.stringify(told.gated)).not.toContain("sesame");
  const wrong = await send(PATH, { settings, password: "another password" });
  expect(wrong.status).toBe(422);
  expect(await wrong.json()).toMatchObject({ errors: [{ path: "/password", message: "is not your current password" }] });
  expect(await config()).toBe("");
  expect((await events()).length).toBe(before);
});

test("G51 with the password the command runs behind the gate, on the log with who named it, and can be replaced and removed", async () => {
  const settings = settingsOf({ notes: notes() });
  const answer = await send(PATH, { settings, password: PASSWORD });
  expect(answer.status).toBe(200);
  const { isWritten, settings: next } = (await answer.json()) as SettingsImport;
  expect(isWritten).toBe(true);
  const { mcpServers } = JSON.parse(next) as { mcpServers: Record<string, unknown> };
  expect(Object.keys(mcpServers)).toEqual(["countersign"]);
  expect(await config()).toContain("trust: untrusted");
  expect((await events()).at(-1)).toMatchObject({
    by: { kind: "user", name: "Ada" },
    data: { trust: "untrusted", servers: [{ name: "notes", isReplaced: false }] },
  });
  expect(JSON.stringify(await events())).not.toContain("sesame");
  await until(async () => (await upstreams())[0]?.status === "online");

  const moved = settingsOf({ notes: { ...notes(), args: [FILESYSTEM, folder] } });
  expect(await (await send(PATH, { settings: moved })).json()).toMatchObject({ gated: [], left: [{ isTaken: true }] });
  const replaced = await send(PATH, { settings: moved, replace: true, password: PASSWORD });
  expect(await replaced.json()).toMatchObject({ gated: [{ name: "notes", isReplaced: true }] });
  await until(async () => (await upstreams())[0]?.command?.endsWith(`server-filesystem/dist/index.js ${folder}`) === true);

  expect((await send("/api/upstreams/notes", undefined, administrator.session, "DELETE")).status).toBe(200);
  expect((await events()).at(-1)).toMatchObject({ data: { removed: ["notes"] } });
  await until(async () => (await upstreams()).length === 0);
}, 60_000);

test("G51 a token, another machine, and a name of the server that others reach may not import", async () => {
  const body = { settings: settingsOf({ notes: notes() }), password: PASSWORD };
  const byToken = await send(PATH, body, { authorization: `Bearer ${administrator.token}` });
  expect([byToken.status, await byToken.text()]).toEqual([403, expect.stringContaining("cannot be done with a token")]);
  const { port } = new URL(server.credentials.url);
  const headers = { ...administrator.session, origin: "http://gate.example", host: "gate.example" };
  const byName = await new Promise<number | undefined>((resolve, reject) => {
    const asked = httpRequest(
      { host: "127.0.0.1", port, path: PATH, method: "POST", headers: { ...headers, "content-type": "application/json" } },
      ({ statusCode }) => resolve(statusCode),
    );
    asked.on("error", reject).end(JSON.stringify(body));
  });
  expect(byName).toBe(403);
  expect(await config()).toBe("");
});

test("G51 an entry of another workspace is not replaced, and permissions of a server do not pass to the one in its place", async () => {
  const own = "command: old\n    trust: trusted\n    plain: [A]\n    prefix: mine\n    tools: { x: { approval: never } }";
  await writeFile(file(), `upstreams:\n  notes:\n    ${own}\n  other:\n    command: theirs\n    workspace: wsp_other\n`);
  const settings = settingsOf({ notes: notes(), other: notes() });
  const answer = await send(PATH, { settings, replace: true, password: PASSWORD });
  expect(await answer.json()).toMatchObject({ gated: [{ name: "notes" }], left: [{ from: "other", isTaken: false }] });
  const text = await config();
  expect(text).toContain("prefix: mine");
  expect(text).not.toMatch(/approval: never|trust: trusted|plain/);
  expect(text).toContain("command: theirs");
});

test("G51 text that is no settings is refused with where it is wrong", async () => {
  const answer = await send(PATH, { settings: '{ "mcpServers": {\n  oops' });
  expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining("line 2")]);
});

test("G51 the inbox imports nothing unless it is switched on, and never where others reach the server", () => {
  const importsInInbox = (env: Record<string, string>, host?: string) =>
    readConfig({ dataFolder: folder, ...(host !== undefined && { host }) }, env).importsInInbox;
  expect(importsInInbox({})).toBe(false);
  expect(importsInInbox({ COUNTERSIGN_INBOX_IMPORT: "local" })).toBe(true);
  expect(importsInInbox({ COUNTERSIGN_INBOX_IMPORT: "local" }, "0.0.0.0")).toBe(false);
  const proxied = { COUNTERSIGN_INBOX_IMPORT: "local", COUNTERSIGN_PUBLIC_URL: "https://gate.example" };
  expect(importsInInbox(proxied)).toBe(false);
});
