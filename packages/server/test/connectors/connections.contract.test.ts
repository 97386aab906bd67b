import type { Connection, JsonObject } from "@countersign/protocol";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { createSecretKeys } from "../../src/engine/secrets/secret-keys.ts";
import { createConnections, type RunningConnections } from "../../src/tools/connections/create-connections.ts";
import type { Connector } from "../../src/tools/connectors/connector.ts";
import { httpConnector } from "../../src/tools/connectors/http/http-connector.ts";
import { createWorkspaceConnector } from "../../src/tools/connectors/workspace/workspace-connector.ts";
import { ownRecords } from "../../src/tools/connections/own-records.ts";
import { codeOf, need, openGate, propose, untilStatus, type Gate } from "../support/gate.ts";
import { startFaultyServer, type FaultyServer } from "./fakes/faulty-server.ts";
import { approve, runApproved, untilEnded } from "./through-gate.ts";
import { never } from "../support/never.ts";
import { until } from "../support/until.ts";

const TOKEN = "tok_live_77aa31";
const NEXT_TOKEN = "tok_live_88bb42";

const kind = inject("database");

/** Tests a workspace's connections, from an administrator's request to the call at the service; on every database. */
let gate: Gate;
let running: RunningConnections;
let service: FaultyServer;
let calls: { path: string; token: string | null }[];
let taken: string;
let keyText: string | undefined;
const logged: string[] = [];

const keys = () =>
  createSecretKeys([], { path: "secret.key", read: async () => keyText, write: async (text) => void (keyText = text) });
const connect = (onChange = gate.engine.events.onChange) =>
  createConnections({
    database: gate.database,
    keys: keys(),
    connectors: [httpConnector, createWorkspaceConnector(ownRecords(gate.database))] as unknown as Connector[],
    registry: gate.registry,
    engine: { ...gate.engine, events: { ...gate.engine.events, onChange } },
    log: (...words) => void logged.push(JSON.stringify(words)),
  });
const noteOf = (path = "notes") => ({
  headers: { authorization: "Bearer ${secret:token}" },
  testUrl: `${service.url}/me`,
  tools: [
    {
      name: "add_note",
      description: "Adds a note to the notebook of the team.",
      method: "POST",
      url: `${service.url}/${path}`,
      inputSchema: {
        type: "object",
        properties: { text: { type: "string" } },
        required: ["text"],
        additionalProperties: false,
      },
    },
  ],
});
const request = (more: object = {}) => ({
  connector: "http",
  name: "Notebook",
  settings: noteOf() as unknown as JsonObject,
  credentials: { token: TOKEN },
  allowPrivate: true,
  confirm: true,
  ...more,
});
/** Reopens the connections without change notifications: this process then misses what a test writes to the database. */
const withoutNews = async () => {
  await running.stop();
  running = connect(() => () => undefined);
  await running.serve(gate.agent.workspaceId);
};
const admin = () => gate.people.admin;
const add = async (more: object = {}): Promise<Connection> => need(await running.admin.create(admin(), request(more)));
const toolNamed = async (name: string) => need(await gate.engine.tools.list(admin())).find((tool) => tool.name === name);

beforeAll(async () => {
  gate = await openGate(kind);
  service = await startFaultyServer({
    async handle(call) {
      const token = call.headers.get("authorization")?.replace("Bearer ", "") ?? null;
      calls.push({ path: new URL(call.url).pathname, token });
      // Echoes the token, as a careless service does; it must not reach the caller.
      if (token !== taken) return Response.json({ message: `${token} is not valid` }, { status: 401 });
      return Response.json({ id: calls.length, you: token });
    },
    limited: () => new Response("", { status: 429, headers: { "retry-after": "9" } }),
  });
});
afterAll(async () => {
  await running.stop();
  await service.close();
  await gate.close();
});
beforeEach(async () => {
  await running?.stop();
  calls = [];
  taken = TOKEN;
  logged.length = 0;
  await gate.database.kysely.deleteFrom("connection").execute();
  running = connect();
  await running.serve(gate.agent.workspaceId);
});

describe("a connection's tools", () => {
  test("G1 come with the connection, ask a person by default, and run with the stored credentials", async () => {
    const connection = await add();
    expect(connection).toMatchObject({
      status: "ready",
      problem: null,
      tools: ["add_note"],
      credentialFields: ["token"],
      version: 1,
    });
    expect(await toolNamed("add_note")).toMatchObject({ approval: "required", vetting: { state: "vetted" }, enabled: true });
    const id = await propose(gate, "add_note", { text: "one" });
    expect(need(await gate.engine.actions.get(admin(), id))).toMatchObject({
      status: "pending",
      target: `POST ${service.url}/notes`,
    });
    expect(calls).toEqual([]);
    await approve(gate, id);
    expect(await untilEnded(gate, id)).toMatchObject({
      status: "executed",
      result: { status: 200, body: { you: "[secret]" } },
    });
    expect(calls).toEqual([{ path: "/notes", token: TOKEN }]);
  });

  test("that only read ask nobody, unless an administrator says so", async () => {
    const [tool] = noteOf().tools;
    const reads = { ...tool, name: "list_notes", method: "GET", reads: true };
    await add({ settings: { ...noteOf(), tools: [reads] } });
    const asked = { toolName: "list_notes", toolInput: { text: "x" } };
    expect(need(await gate.engine.proposals.propose(gate.agent, asked))).toMatchObject({
      status: "executed",
      result: { status: 200 },
    });
    need(await gate.engine.tools.change(admin(), "list_notes", { approval: "required" }));
    expect(need(await gate.engine.proposals.propose(gate.agent, asked))).toMatchObject({ status: "queued" });
    expect(calls).toHaveLength(1);
  });

  test("G6 that only read ask a person after a change of settings, too, where an administrator wanted approvals", async () => {
    const [tool] = noteOf().tools;
    const reading = (url: string) => ({
      ...noteOf(),
      tools: ["list_notes", "count_notes"].map((name) => ({ ...tool, url, name, method: "GET", reads: true })),
    });
    const { id, version } = await add({ settings: reading(`${service.url}/notes`) });
    need(await gate.engine.tools.change(admin(), "list_notes", { approval: "required" }));
    need(
      await running.admin.change(admin(), id, { version, settings: reading(`${service.url}/others`) as unknown as JsonObject }),
    );
    expect(await toolNamed("list_notes")).toMatchObject({ approval: "required" });
    expect(await toolNamed("count_notes")).toMatchObject({ approval: "never" });
  });

  test("go with it: what waits for them ends, and nothing of them runs", async () => {
    const { id } = await add();
    const waiting = await propose(gate, "add_note", { text: "late" });
    need(await running.admin.remove(admin(), id));
    expect(await untilStatus(gate, waiting, "failed")).toMatchObject({ error: { code: "tool_changed" } });
    expect((await toolNamed("add_note"))?.vetting.state).toBe("gone");
    expect(codeOf(await gate.engine.proposals.propose(gate.agent, { toolName: "add_note", toolInput: { text: "x" } }))).toBe(
      "UNAVAILABLE",
    );
    expect(calls).toEqual([]);
  });

  test("what a removed connection left behind can be brought by another, which asks a person again", async () => {
    const { id } = await add();
    need(await gate.engine.tools.change(admin(), "add_note", { approval: "never", confirm: true }));
    need(await running.admin.remove(admin(), id));
    await add();
    expect(await toolNamed("add_note")).toMatchObject({ approval: "required", vetting: { state: "vetted" } });
  });

  test("of a second connection have its prefix, and without one it is refused", async () => {
    await add();
    const refused = await running.admin.create(admin(), request({ name: "Second" }));
    expect(refused).toMatchObject({ refusal: { code: "INVALID_INPUT", errors: [{ path: "/prefix" }] } });
    expect(await add({ name: "Second", prefix: "team" })).toMatchObject({ tools: ["team_add_note"] });
    expect(await runApproved(gate, "team_add_note", { text: "x" })).toMatchObject({ status: "executed" });
    expect(codeOf(await running.admin.create(admin(), request({ prefix: "more" })))).toBe("INVALID_STATE");
  });

  test("G2 what was approved for former settings never runs, whichever process changed them", async () => {
    await withoutNews();
    const { id } = await add();
    const approved = await propose(gate, "add_note", { text: "x" });
    // Another process stores the change, and this one receives no notification.
    const settings = JSON.stringify({ ...noteOf(), headers: { authorization: "Bearer ${secret:token}", "x-team": "other" } });
    await sql`update connection set settings = ${settings}, version = version + 1 where id = ${id}`.execute(
      gate.database.kysely,
    );
    await approve(gate, approved);
    expect(await untilEnded(gate, approved)).toMatchObject({ status: "failed", error: { code: "tool_changed" } });
    expect(calls).toEqual([]);
  });

  test("G2 a change of settings ends what waits, lets nothing run unasked, and new calls go where they say", async () => {
    const { id, version } = await add();
    need(await gate.engine.tools.change(admin(), "add_note", { approval: "never", confirm: true }));
    need(await gate.engine.tools.change(admin(), "add_note", { approval: "required" }));
    const waiting = await propose(gate, "add_note", { text: "x" });
    need(await gate.engine.tools.change(admin(), "add_note", { approval: "never", confirm: true }));
    need(await running.admin.change(admin(), id, { version, settings: noteOf("new") as unknown as JsonObject }));
    expect(await untilStatus(gate, waiting, "failed")).toMatchObject({ error: { code: "tool_changed" } });
    expect(await toolNamed("add_note")).toMatchObject({ approval: "required" });
    expect(await runApproved(gate, "add_note", { text: "y" })).toMatchObject({ status: "executed" });
    expect(calls).toEqual([{ path: "/new", token: TOKEN }]);
    expect(codeOf(await running.admin.change(admin(), id, { version, name: "Late" }))).toBe("INVALID_STATE");
  });

  test("G8 replaced credentials count from the next call on, and what waits stays", async () => {
    const { id } = await add();
    const waiting = await propose(gate, "add_note", { text: "x" });
    taken = NEXT_TOKEN;
    need(await running.admin.change(admin(), id, { credentials: { token: NEXT_TOKEN } }));
    await approve(gate, waiting);
    expect(await untilEnded(gate, waiting)).toMatchObject({ status: "executed" });
    expect(calls).toEqual([{ path: "/notes", token: NEXT_TOKEN }]);
  });

  test("disabled, they are gone and cannot be tried; enabled, they are back with what was set", async () => {
    const { id } = await add();
    expect(need(await running.admin.change(admin(), id, { enabled: false }))).toMatchObject({
      status: "disabled",
      tools: [],
    });
    expect((await toolNamed("add_note"))?.vetting.state).toBe("gone");
    expect(need(await running.admin.change(admin(), id, { enabled: true }))).toMatchObject({
      status: "ready",
      tools: ["add_note"],
    });
    expect((await toolNamed("add_note"))?.vetting.state).toBe("vetted");
  });

  test("G35 left with their workspace, they run here no more, and stay what they are; served again, they run", async () => {
    await add();
    const { workspaceId } = gate.agent;
    await running.leave(workspaceId);
    const ask = () => gate.engine.proposals.propose(gate.agent, { toolName: "add_note", toolInput: { text: "x" } });
    expect(await ask()).toMatchObject({ ok: false, refusal: { code: "UNAVAILABLE" } });
    expect((await toolNamed("add_note"))?.vetting.state).toBe("vetted");
    await running.serve(workspaceId);
    expect(await ask()).toMatchObject({ ok: true, value: { status: "queued" } });
  });

  test("come in another process, which was told by the database only", async () => {
    const other = connect();
    const registry: string[] = [];
    await other.serve(gate.agent.workspaceId);
    await add();
    await until(() => {
      void other.admin.list(admin()).then((listed) => registry.push(...need(listed).flatMap(({ tools }) => tools)));
      return registry.includes("add_note");
    });
    await other.stop();
  });
});

describe("credentials", () => {
  test("are in no answer, event, evidence, log line or row", async () => {
    const created = await running.admin.create(admin(), request());
    const { id } = need(created);
    taken = "another";
    const tested = await running.admin.test(admin(), id, never);
    expect(tested).toMatchObject({
      value: { ok: false, code: "auth", message: expect.stringContaining("[secret] is not valid") },
    });
    const failed = await runApproved(gate, "add_note", { text: "x" });
    expect(failed).toMatchObject({ status: "failed", error: { code: "forbidden" } });
    taken = TOKEN;
    expect(await runApproved(gate, "add_note", { text: "x" })).toMatchObject({ status: "executed" });
    const changed = await running.admin.change(admin(), id, { credentials: { token: NEXT_TOKEN } });
    const { kysely } = gate.database;
    const seen = [
      created,
      tested,
      failed,
      changed,
      await running.admin.list(admin()),
      await running.admin.connectors(admin()),
      await gate.engine.audit.evidence(admin(), failed.id),
      await gate.engine.actions.timeline(admin(), failed.id),
      await gate.engine.tools.list(admin()),
      await kysely.selectFrom("auditEvent").selectAll().execute(),
      await kysely.selectFrom("action").selectAll().execute(),
      await kysely.selectFrom("tool").selectAll().execute(),
      (await kysely.selectFrom("connection").selectAll().execute()).map((row) => ({
        ...row,
        sealedCredentials: Buffer.from(row.sealedCredentials ?? []).toString("latin1"),
      })),
      logged,
    ];
    const text = JSON.stringify(seen);
    expect(text).not.toContain(TOKEN);
    expect(text).not.toContain(NEXT_TOKEN);
    expect(text).not.toContain(keyText!.trim());
    await running.admin.remove(admin(), id);
    expect(await kysely.selectFrom("connection").selectAll().execute()).toEqual([]);
  });

  test("that are refused say what is wrong, not what was sent", async () => {
    const wrong = await running.admin.create(admin(), request({ credentials: { "bad name": TOKEN, token: 7 } }));
    expect(wrong).toMatchObject({ refusal: { code: "INVALID_INPUT" } });
    expect(JSON.stringify(wrong)).not.toContain(TOKEN);
    expect(need(await running.admin.list(admin()))).toEqual([]);
  });

  test("do not go to another server with a change of address only", async () => {
    const { id } = await add();
    const moved = JSON.parse(JSON.stringify(noteOf()).replaceAll(service.url, "https://evil.test")) as JsonObject;
    const refused = await running.admin.change(admin(), id, { settings: moved });
    expect(refused).toMatchObject({ refusal: { code: "INVALID_INPUT", errors: [{ path: "/credentials" }] } });
    need(await running.admin.change(admin(), id, { settings: moved, credentials: { token: NEXT_TOKEN } }));
  });

  test("that were changed in the database, or moved there, are a problem that is said, and nothing runs", async () => {
    await withoutNews();
    const first = await add();
    const second = await add({ name: "Second", prefix: "team", credentials: { token: NEXT_TOKEN } });
    await sql`update connection a set sealed_credentials = b.sealed_credentials, version = a.version + 1
      from connection b where a.id = ${first.id} and b.id = ${second.id}`.execute(gate.database.kysely);
    const refused = await gate.engine.proposals.propose(gate.agent, { toolName: "add_note", toolInput: { text: "x" } });
    expect(refused).toMatchObject({ refusal: { detail: expect.stringContaining("Enter them again") } });
    await running.stop();
    running = connect();
    await running.serve(gate.agent.workspaceId);
    const [shown] = need(await running.admin.list(admin()));
    expect(shown).toMatchObject({ status: "problem", problem: expect.stringContaining("cannot be decrypted"), tools: [] });
    const test = need(await running.admin.test(admin(), first.id, never));
    expect(test).toMatchObject({ ok: false, code: "settings" });
    expect(calls).toEqual([]);
    need(await running.admin.change(admin(), first.id, { credentials: { token: TOKEN } }));
    expect(await runApproved(gate, "add_note", { text: "x" })).toMatchObject({ status: "executed" });
  });
});

describe("who may", () => {
  test("only an administrator sees and changes connections, and each change is on the record", async () => {
    const { id } = await add();
    for (const by of [gate.people.approver, gate.people.viewer, gate.agent, gate.worker]) {
      const answers = await Promise.all([
        running.admin.list(by),
        running.admin.connectors(by),
        running.admin.create(by, request()),
        running.admin.change(by, id, { enabled: false }),
        running.admin.remove(by, id),
        running.admin.test(by, id, never),
      ]);
      expect(answers.map(codeOf)).toEqual(Array(6).fill("FORBIDDEN"));
    }
    need(await running.admin.change(admin(), id, { name: "Renamed" }));
    need(await running.admin.change(admin(), id, { credentials: { token: NEXT_TOKEN } }));
    need(await running.admin.remove(admin(), id));
    const events = await gate.database.kysely
      .selectFrom("auditEvent")
      .select(["kind", "actorId"])
      .where("kind", "like", "connection.%")
      .where("data", "like", `%${id}%`)
      .orderBy("seq")
      .execute();
    expect(events).toEqual(
      ["created", "changed", "credentials_replaced", "removed"].map((what) => ({
        kind: `connection.${what}`,
        actorId: admin().id,
      })),
    );
  });

  test("private addresses need a confirmation, and without leave nothing of this network is asked", async () => {
    const unconfirmed = await running.admin.create(admin(), request({ confirm: false }));
    expect(unconfirmed).toMatchObject({ refusal: { code: "INVALID_INPUT", errors: [{ path: "/allowPrivate" }] } });
    const { id } = await add({ allowPrivate: false });
    const tested = need(await running.admin.test(admin(), id, never));
    expect(tested).toMatchObject({ ok: false, code: "network", message: expect.stringContaining("allowPrivate") });
    expect(calls).toEqual([]);
    need(await running.admin.change(admin(), id, { allowPrivate: true, confirm: true }));
    expect(need(await running.admin.test(admin(), id, never))).toMatchObject({
      ok: true,
      as: expect.stringContaining("HTTP 200"),
    });
  });

  test("G9 a connection of another workspace is not there", async () => {
    const { id } = await add();
    const stranger = { ...admin(), workspaceId: "ws_other" };
    expect(codeOf(await running.admin.change(stranger, id, { enabled: false }))).toBe("NOT_FOUND");
    expect(codeOf(await running.admin.remove(stranger, id))).toBe("NOT_FOUND");
    expect(codeOf(await running.admin.test(stranger, id, never))).toBe("NOT_FOUND");
    expect(need(await running.admin.list(stranger))).toEqual([]);
  });
});
