import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database } from "../../../src/store/database.ts";
import { createUpstreams, type RunningUpstreams } from "../../../src/tools/upstreams/create-upstreams.ts";
import { openTestDatabase } from "../../support/database.ts";
import { codeOf, need, openGate, type Gate } from "../../support/gate.ts";
import { closeServers, plainAnswer, sendJson, startScripted, type Exchange } from "./http-servers.ts";
import { ODD_SERVER, runNode, specOf, UNCONFINED } from "./support.ts";
import { createSecretKeys } from "../../../src/engine/secrets/secret-keys.ts";
import { NO_KEY_FILE } from "../../support/no-key-file.ts";
import { until } from "../../support/until.ts";

const SECRET = "Bearer sesame-open-123";

let database: Database;
let gate: Gate;
let running: RunningUpstreams;
let server: { url: string; received: Exchange[] };
const logged: string[] = [];

beforeAll(async () => {
  database = await openTestDatabase("any");
});
afterAll(() => database.close());

beforeEach(async () => {
  gate = await openGate("any", { database });
  running = connect("x".repeat(32));
  await running.serve(gate.agent.workspaceId);
  server = await startScripted((exchange, response) => {
    if (exchange.method === "GET") return sendJson(response, 405);
    const answer = plainAnswer(exchange);
    return sendJson(response, answer ? 200 : 202, answer);
  });
});
afterEach(async () => {
  await running.stop();
  await gate.close();
  await closeServers();
});

function connect(secret: string, { workspaceId } = gate.agent): RunningUpstreams {
  const inFile = { ...specOf(runNode(ODD_SERVER), { name: "infile", prefix: "infile" }), workspaceId };
  return createUpstreams({
    database,
    keys: createSecretKeys([secret], NO_KEY_FILE),
    configured: [inFile],
    log: (level, message, details) => void logged.push(JSON.stringify({ level, message, ...details })),
    syncTools: gate.engine.upstreamTools.sync,
    noteClientNeed: gate.engine.gateway.noteClientNeed,
    sandbox: UNCONFINED,
    onChange: gate.engine.events.onChange,
  });
}

const create = (more: object = {}) =>
  running.admin.create(gate.people.admin, {
    name: "hub",
    url: server.url,
    headers: { Authorization: SECRET },
    allowPrivate: true,
    confirm: true,
    ...more,
  });
const listed = async () => need(await running.admin.list(gate.people.admin));
const isOnline = (name: string, of = running) =>
  until(
    async () => need(await of.admin.list(gate.people.admin)).find((each) => each.name === name),
    (each) => each?.status === "online",
  );

test("an administrator adds a server, its tools are there, and its secret is shown nowhere", async () => {
  const created = need(await create());
  expect(created).toMatchObject({
    name: "hub",
    origin: "admin",
    prefix: "hub",
    trust: "untrusted",
    headerNames: ["Authorization"],
  });
  await isOnline("hub");
  expect(server.received[0]?.headers["authorization"]).toBe(SECRET);
  const tools = need(await gate.engine.tools.list(gate.people.admin));
  expect(tools.find(({ name }) => name === "hub_act")).toMatchObject({ approval: "required" });

  const { rows } = await sql<{ row: string }>`select row_to_json(u)::text as row from upstream u
    union all select data from audit_event where workspace_id = ${gate.agent.workspaceId}`.execute(database.kysely);
  const everything = JSON.stringify([await listed(), rows, logged]);
  expect(everything).not.toContain("sesame");
  expect(everything).not.toContain(Buffer.from("sesame").toString("hex"));
  const audit = need(await gate.engine.audit.page(gate.people.admin, { kinds: ["upstream.created"] }));
  expect(audit).toMatchObject([{ by: { id: gate.people.admin.id }, data: { name: "hub", headerNames: ["Authorization"] } }]);
});

test("a header too short to be masked is named in the answer that sets it, and in the list", async () => {
  const headers = { Authorization: "Bearer 1234", "X-Pin": "12345", "X-Key": "long-enough" };
  expect(need(await create({ headers }))).toMatchObject({ unmasked: ["Authorization", "X-Pin"] });
  expect((await listed()).find(({ name }) => name === "hub")).toMatchObject({ unmasked: ["Authorization", "X-Pin"] });
  expect(need(await running.admin.change(gate.people.admin, "hub", { headers: { "X-Key": "long-enough" } }))).toMatchObject({
    unmasked: [],
  });
});

test("only an administrator sees and changes upstreams", async () => {
  for (const by of [gate.people.approver, gate.people.viewer, gate.agent, gate.worker]) {
    const { admin } = running;
    const asked = { name: "hub", url: server.url };
    expect(codeOf(await admin.list(by))).toBe("FORBIDDEN");
    expect(codeOf(await admin.create(by, asked))).toBe("FORBIDDEN");
    expect(codeOf(await admin.change(by, "infile", {}))).toBe("FORBIDDEN");
    expect(codeOf(await admin.remove(by, "infile"))).toBe("FORBIDDEN");
    expect(codeOf(await admin.restart(by, "infile"))).toBe("FORBIDDEN");
    expect(codeOf(await admin.check(by, asked, new AbortController().signal))).toBe("FORBIDDEN");
  }
  expect(server.received).toEqual([]);
});

test("trust, private addresses, a shared session and questions to clients need a confirmation; what is refused is neither stored nor asked", async () => {
  expect(await create({ confirm: false })).toMatchObject({
    ok: false,
    refusal: { code: "INVALID_INPUT", errors: [{ path: "/allowPrivate" }] },
  });
  expect(await create({ confirm: false, allowPrivate: false, trust: "trusted" })).toMatchObject({
    refusal: { errors: [{ path: "/trust" }] },
  });
  const shared = { confirm: false, allowPrivate: false, sharing: "shared", allowQuestions: true } as const;
  expect(await create(shared)).toMatchObject({ refusal: { errors: [{ path: "/sharing" }, { path: "/allowQuestions" }] } });
  expect(await create({ allowPrivate: false })).toMatchObject({
    refusal: { errors: [{ path: "/url", message: expect.stringContaining("loopback") }] },
  });
  expect(await create({ url: "http://169.254.169.254/" })).toMatchObject({ refusal: { errors: [{ path: "/url" }] } });
  expect((await listed()).map(({ name }) => name)).toEqual(["infile"]);
  expect(server.received).toEqual([]);
});

test("what the file configures is changed in the file only", async () => {
  const { admin } = running;
  expect(codeOf(await admin.change(gate.people.admin, "infile", { enabled: false }))).toBe("INVALID_STATE");
  expect(codeOf(await admin.remove(gate.people.admin, "infile"))).toBe("INVALID_STATE");
  expect(codeOf(await create({ name: "infile" }))).toBe("INVALID_STATE");
  expect(await listed()).toMatchObject([{ name: "infile", origin: "file", command: "shown", url: null }]);
});

test("another server gets the headers only when they are given again; disabled, it is not connected to", async () => {
  need(await create());
  await isOnline("hub");
  const { admin } = running;
  const other = server.url.replace("127.0.0.1", "localhost");
  expect(await admin.change(gate.people.admin, "hub", { url: other })).toMatchObject({
    refusal: { errors: [{ path: "/headers" }] },
  });
  const changed = need(await admin.change(gate.people.admin, "hub", { url: other, headers: null }));
  expect(changed).toMatchObject({ url: other, headerNames: [] });
  await isOnline("hub");
  expect(server.received.at(-1)?.headers["authorization"]).toBeUndefined();
  expect(need(await admin.change(gate.people.admin, "hub", { enabled: false }))).toMatchObject({
    status: "disabled",
    enabled: false,
  });
  expect(codeOf(await admin.restart(gate.people.admin, "hub"))).toBe("INVALID_STATE");
  need(await admin.change(gate.people.admin, "hub", { enabled: true }));
  await isOnline("hub");
  expect(need(await admin.restart(gate.people.admin, "hub")).name).toBe("hub");
  await until(listed, (all) =>
    all.some(({ name, restarts, status }) => name === "hub" && restarts === 1 && status === "online"),
  );
  need(await admin.remove(gate.people.admin, "hub"));
  expect((await listed()).map(({ name }) => name)).toEqual(["infile"]);
  expect(codeOf(await admin.remove(gate.people.admin, "hub"))).toBe("NOT_FOUND");
  const kinds = need(await gate.engine.audit.page(gate.people.admin, {})).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind.startsWith("upstream."))).toEqual([
    "upstream.configured",
    "upstream.created",
    "upstream.changed",
    "upstream.changed",
    "upstream.changed",
    "upstream.removed",
  ]);
});

test("a check connects, lists, and stores nothing", async () => {
  const asked = { url: server.url, allowPrivate: true, confirm: true, headers: { "X-Key": "sesame-open-123" } };
  const signal = new AbortController().signal;
  expect(need(await running.admin.check(gate.people.admin, asked, signal))).toEqual({
    reachable: true,
    problem: null,
    protocolVersion: "2025-11-25",
    serverInfo: { name: "scripted", version: "1" },
    tools: [{ name: "act", description: "" }],
  });
  const refused = need(await running.admin.check(gate.people.admin, { url: "http://127.0.0.1:1/" }, signal));
  expect(refused).toMatchObject({ reachable: false, problem: expect.stringContaining("it needs allowPrivate") });
  expect((await listed()).map(({ name }) => name)).toEqual(["infile"]);
});

test("another process with another secret cannot open the headers, says so, and asks nothing", async () => {
  need(await create());
  await isOnline("hub");
  await running.stop();
  server.received.length = 0;
  running = connect("y".repeat(32));
  await running.serve(gate.agent.workspaceId);
  const hub = await until(
    async () => (await listed()).find(({ name }) => name === "hub"),
    (each) => each?.status === "offline",
  );
  expect(hub?.problem).toContain("Set the headers again");
  expect(server.received).toEqual([]);
});

test("another process follows what an administrator changes here", async () => {
  const other = connect("x".repeat(32));
  await other.serve(gate.agent.workspaceId);
  try {
    need(await create());
    await isOnline("hub", other);
    need(await running.admin.remove(gate.people.admin, "hub"));
    await until(
      async () => need(await other.admin.list(gate.people.admin)).map(({ name }) => name),
      (names) => names.join() === "infile",
    );
  } finally {
    await other.stop();
  }
});

test("G35 left with its workspace, an upstream is disconnected; what is under way opens it no more; served again, it is back", async () => {
  need(await create());
  await isOnline("hub");
  const { workspaceId } = gate.agent;
  await running.leave(workspaceId);
  expect(await listed()).toEqual([]);
  // As a request does that was under way.
  await running.admin.change(gate.people.admin, "hub", { maxTools: 7 });
  expect(await listed()).toEqual([]);
  await running.serve(workspaceId);
  await isOnline("hub");
  expect((await listed()).map(({ name }) => name)).toEqual(["hub", "infile"]);
});

test("an upstream of the file that names another workspace is not this one's", async () => {
  await running.stop();
  running = connect("x".repeat(32), { ...gate.agent, workspaceId: "wsp_other" });
  await running.serve(gate.agent.workspaceId);
  expect(await listed()).toEqual([]);
  expect(await create({ name: "infile" })).toMatchObject({ ok: true });
});

test("G50 what the file says now takes the place of what it said before; the servers of the page stay", async () => {
  const { workspaceId } = gate.agent;
  need(await create());
  const names = async () => need(await running.admin.list(gate.people.admin)).map(({ name }) => name);
  expect((await names()).toSorted()).toEqual(["hub", "infile"]);
  await until(async () => (await toolsOf("infile_")).length > 0);
  const other = { ...specOf(runNode(ODD_SERVER), { name: "later", prefix: "later" }), workspaceId };
  await running.reconfigure([other]);
  expect((await names()).toSorted()).toEqual(["hub", "later"]);
  await until(async () => (await toolsOf("later_")).length > 0);
  expect(await toolsOf("infile_")).toEqual([]);
});

const toolsOf = async (prefix: string): Promise<string[]> =>
  need(await gate.engine.tools.list(gate.agent)).flatMap(({ name }) => (name.startsWith(prefix) ? [name] : []));
