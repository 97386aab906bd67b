import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { JsonObject, StudioDraft, StudioTool } from "@countersign/protocol";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { createEngine } from "../../src/engine/create-engine.ts";
import { createRegistry } from "../../src/engine/registry.ts";
import { createStudio, type RunningStudio } from "../../src/features/studio/create-studio.ts";
import { openTestDatabase } from "../support/database.ts";
import type { Database } from "../../src/store/database.ts";
import { codeOf, need, openGate, propose, untilStatus, type Gate } from "../support/gate.ts";

const ADDS = 'export default async function (input) {\n  console.log("adds");\n  return { sum: input.a + input.b };\n}\n';
const NOTHING = { network: "none" as const, hosts: [], writes: false, destructive: false, allowPrivate: false };
const HOST = { ...NOTHING, network: "hosts" as const, hosts: ["api.example.com"] };
const number = { type: "number" };

const draftOf = (more: Partial<StudioDraft> = {}): StudioDraft => ({
  title: "Add",
  description: "Adds two numbers.",
  source: ADDS,
  inputSchema: { type: "object", properties: { a: number, b: number }, required: ["a", "b"], additionalProperties: false },
  access: NOTHING,
  limits: { seconds: 60, megabytes: 32 },
  risk: null,
  approval: null,
  promptTemplate: null,
  group: "default",
  ...more,
});

const kind = inject("database");

/** Tests the Tool Studio from a draft to a call that ran, on every database. */
let database: Database;
let gate: Gate;
let studio: RunningStudio;
const unused = new AbortController().signal;
const stops: (() => Promise<void>)[] = [];

const studioOf = (of: Pick<Gate, "engine" | "registry">): RunningStudio => {
  const made = createStudio({ database, registry: of.registry, engine: of.engine, log: () => undefined });
  stops.push(made.stop);
  return made;
};

beforeAll(async () => {
  database = await openTestDatabase(kind);
});
afterAll(() => database.close());
beforeEach(async () => {
  gate = await openGate(kind, { database });
  studio = studioOf(gate);
  await studio.serve(gate.agent.workspaceId);
});
afterEach(async () => {
  await gate.close();
  for (const stop of stops.splice(0)) await stop();
});

const admin = () => gate.people.admin;
const create = async (name: string, more: Partial<StudioDraft> = {}): Promise<StudioTool> =>
  need(await studio.admin.create(admin(), { name, draft: draftOf(more) }));
const save = async (tool: StudioTool, more: Partial<StudioDraft>): Promise<StudioTool> =>
  need(await studio.admin.save(admin(), tool.name, { draft: { ...tool.draft, ...more }, draftVersion: tool.draftVersion }));
const run = async ({ name, draftVersion }: StudioTool, input: JsonObject = { a: 1, b: 2 }) =>
  need(await studio.admin.run(admin(), name, { input, draftVersion }, unused));
const publish = (tool: StudioTool, confirm = false) =>
  studio.admin.publish(admin(), tool.name, { draftVersion: tool.draftVersion, ...(confirm && { confirm }) });
const published = async (name: string, more: Partial<StudioDraft> = {}): Promise<StudioTool> => {
  const tool = await create(name, more);
  expect(await run(tool)).toMatchObject({ ok: true });
  return need(await publish(tool));
};
const gateTool = async (name: string) => need(await gate.engine.tools.list(admin())).find((tool) => tool.name === name);

test("a tool is written, tested, published, and a call of it runs at once where it reaches nothing", async () => {
  const tool = await create("add");
  expect(tool).toMatchObject({ level: 0, tested: false, published: null, draftVersion: 1 });
  const first = need(await studio.admin.run(admin(), "add", { input: { a: 2, b: 3 }, draftVersion: 1 }, unused));
  expect(first).toMatchObject({ ok: true, output: { sum: 5 }, logs: [{ text: "adds" }], isDraft: true, by: "admin" });
  expect(need(await studio.admin.publication(admin(), "add"))).toMatchObject({
    version: 1,
    blockers: [],
    lowered: [],
    risk: 0,
    approval: "never",
    changes: ["Agents in the group default get a new tool.", "The tool can reach nothing."],
  });
  expect(need(await publish(tool)).published).toMatchObject({ version: 1, isDraft: true });
  const outcome = need(
    await gate.engine.proposals.propose(gate.agent, { toolName: "add", toolInput: { a: 20, b: 22 }, waitSeconds: 600 }),
  );
  expect(outcome).toMatchObject({ status: "executed", result: { sum: 42 } });
  const kinds = need(await gate.engine.audit.page(admin(), { limit: 200 })).map((entry) => entry.kind);
  expect(kinds).toEqual(expect.arrayContaining(["studio.created", "studio.tested", "tool.registered", "studio.published"]));
});

test("what is over the lowest risk waits for a person, who is told what it may reach; the approved version runs", async () => {
  const tool = await published("look_up", { access: HOST });
  expect(tool).toMatchObject({ level: 3, levelReasons: ["The tool can reach api.example.com."] });
  expect(await gateTool("look_up")).toMatchObject({ risk: 3, approval: "required", effect: "idempotent" });
  const id = await propose(gate, "look_up", { a: 1, b: 1 });
  expect(need(await gate.engine.actions.get(admin(), id)).preview).toMatchObject({
    title: "Add: 1, 1",
    summary: "Version 1 of the Tool Studio. The tool can reach api.example.com, reading only.",
  });
  need(await gate.engine.decisions.approve(gate.people.approver, id, { channel: "api" }));
  expect(await untilStatus(gate, id, "executed", "failed")).toMatchObject({ status: "executed", result: { sum: 2 } });
});

test("G30 a draft whose schema refers to itself is refused", async () => {
  const draft = draftOf({ inputSchema: { type: "object", $ref: "#" } });
  const refused = await studio.admin.create(admin(), { name: "endless", draft });
  expect(refused.ok ? [] : refused.refusal.errors).toEqual([
    { path: "/draft/inputSchema", message: expect.stringContaining("refers to itself at #") },
  ]);
});

test("G22 only exactly what a recorded run ended well with is published", async () => {
  const tool = await create("untested");
  expect(codeOf(await publish(tool))).toBe("INVALID_STATE");
  expect(await run(tool)).toMatchObject({ ok: true });
  const parts: Partial<StudioDraft>[] = [
    { source: `${ADDS}// other` },
    { inputSchema: { type: "object" } },
    { access: HOST },
    { limits: { seconds: 59, megabytes: 32 } },
  ];
  let now = tool;
  for (const part of parts) {
    now = await save(now, { ...draftOf(), ...part });
    expect(now.tested).toBe(false);
    const refused = await publish(now);
    expect(refused.ok ? "" : refused.refusal.detail).toContain("Test the draft first");
  }
  const failing = await save(now, { ...draftOf(), source: "export default () => { throw new Error('no'); };" });
  expect(await run(failing)).toMatchObject({ ok: false, error: { message: "no", line: 1 } });
  expect(codeOf(await publish(failing))).toBe("INVALID_STATE");
  expect(await gateTool("untested")).toBeUndefined();
  // Description and guards are not part of a tested draft, so its earlier run counts again.
  const back = await save(failing, { ...draftOf(), description: "Adds." });
  expect(back.tested).toBe(true);
  expect(need(await publish(back)).published?.version).toBe(1);
});

test("G22 another version withdraws what waits for the one before, and a version never changes", async () => {
  const tool = await published("moves", { access: HOST });
  const id = await propose(gate, "moves", { a: 1, b: 1 });
  const next = await save(tool, { source: "export default () => ({ sum: 'another' });" });
  await run(next);
  expect(need(await studio.admin.publication(admin(), "moves"))).toMatchObject({ version: 2, ends: 1 });
  expect(need(await publish(next)).published?.version).toBe(2);
  expect(await untilStatus(gate, id, "failed")).toMatchObject({ error: { code: "tool_changed" } });
  await expect(sql`update studio_version set draft = '{}'`.execute(database.kysely)).rejects.toThrow("never changes");
  const versions = need(await studio.admin.versions(admin(), "moves"));
  expect(versions.map(({ version, draft }) => [version, draft.source === ADDS])).toEqual([
    [2, false],
    [1, true],
  ]);
  // A restored version is a normal draft; its earlier run counts, and it is published as version 3.
  const restored = need(await studio.admin.restore(admin(), "moves", 1, next.draftVersion));
  expect(restored).toMatchObject({ tested: true, published: { version: 2, isDraft: false } });
  expect(need(await publish(restored)).published?.version).toBe(3);
});

test("G22 a handler compares the version that was approved with the one that is published", async () => {
  const tool = await published("swapped", { access: HOST });
  const definition = await gateTool("swapped");
  const next = await save(tool, { source: "export default () => 'other';" });
  await run(next);
  need(await publish(next));
  const [entry] = need(await studio.admin.versions(admin(), "swapped"));
  expect(entry?.definitionHash).not.toBe(definition?.definitionHash);
  // Restores the former definition hash, as if nothing had withdrawn the tool.
  await sql`update tool set definition_hash = ${definition?.definitionHash} where name = 'swapped'`.execute(database.kysely);
  const id = await propose(gate, "swapped", { a: 1, b: 1 });
  need(await gate.engine.decisions.approve(gate.people.approver, id, { channel: "api" }));
  expect(await untilStatus(gate, id, "executed", "failed")).toMatchObject({
    status: "failed",
    error: { code: "tool_changed", message: expect.stringContaining("Nothing ran") as string },
  });
});

test("G6 less protection is confirmed: running without a person above the lowest risk, at first and with every version", async () => {
  const tool = await create("quick", { access: HOST, approval: "never" });
  await run(tool);
  const look = need(await studio.admin.publication(admin(), "quick"));
  expect(look.lowered.join()).toContain("may call quick without approval");
  expect(codeOf(await publish(tool))).toBe("INVALID_INPUT");
  expect(await gateTool("quick")).toBeUndefined();
  expect(need(await studio.admin.versions(admin(), "quick"))).toEqual([]);
  need(await publish(tool, true));
  const next = await save(tool, { source: `${ADDS}// wider` });
  await run(next);
  expect(codeOf(await publish(next))).toBe("INVALID_INPUT");
  need(await publish(next, true));
  const asks = need(await gate.engine.tools.change(admin(), "quick", { approval: "required", risk: 5 }));
  expect(asks).toMatchObject({ approval: "required", risk: 5, riskSource: "set" });
  // A draft that derives approval from its risk keeps at least what an administrator set outside the studio.
  const plain = await save(next, { approval: null, source: `${ADDS}// again` });
  await run(plain);
  need(await publish(plain));
  expect(await gateTool("quick")).toMatchObject({ approval: "required", risk: 5 });
});

test("G22 the risk is never lower than what the sandbox may reach, whoever sets it", async () => {
  const draft = draftOf({ access: { ...HOST, writes: true }, risk: 3 });
  expect(codeOf(await studio.admin.create(admin(), { name: "low", draft }))).toBe("INVALID_INPUT");
  const tool = need(await studio.admin.create(admin(), { name: "low", draft: { ...draft, risk: null } }));
  const unconfirmed = { input: { a: 1, b: 2 }, draftVersion: tool.draftVersion };
  expect(codeOf(await studio.admin.run(admin(), "low", unconfirmed, unused))).toBe("INVALID_INPUT");
  need(await studio.admin.run(admin(), "low", { ...unconfirmed, confirm: true }, unused));
  need(await publish(tool));
  expect(await gateTool("low")).toMatchObject({ risk: 4, effect: "unsafe" });
  expect(codeOf(await gate.engine.tools.change(admin(), "low", { risk: 3, confirm: true }))).toBe("INVALID_INPUT");
  expect(need(await gate.engine.tools.change(admin(), "low", { risk: 5 })).risk).toBe(5);
});

test("only administrators write, test, publish or read it; a second save of the same draft is refused", async () => {
  const tool = await create("mine");
  for (const who of [gate.people.approver, gate.people.viewer, gate.agent, gate.worker]) {
    const answers = await Promise.all([
      studio.admin.list(who),
      studio.admin.find(who, "mine"),
      studio.admin.create(who, { name: "other", draft: draftOf() }),
      studio.admin.save(who, "mine", { draft: draftOf(), draftVersion: 1 }),
      studio.admin.run(who, "mine", { input: { a: 1, b: 1 }, draftVersion: 1 }, unused),
      studio.admin.publication(who, "mine"),
      studio.admin.publish(who, "mine", { draftVersion: 1 }),
      studio.admin.retire(who, "mine"),
      studio.admin.remove(who, "mine"),
      studio.admin.restore(who, "mine", 1, 1),
    ]);
    expect(new Set(answers.map(codeOf))).toEqual(new Set(["FORBIDDEN"]));
  }
  await save(tool, { description: "Other." });
  const late = { draft: draftOf(), draftVersion: tool.draftVersion };
  expect(codeOf(await studio.admin.save(admin(), "mine", late))).toBe("INVALID_STATE");
  expect(codeOf(await studio.admin.create(admin(), { name: "mine", draft: draftOf() }))).toBe("INVALID_STATE");
  expect(codeOf(await studio.admin.create(admin(), { name: "pay", draft: draftOf() }))).toBe("INVALID_INPUT");
  expect(need(await studio.admin.remove(admin(), "mine"))).toEqual({ name: "mine" });
});

test("a tool that is taken from the gate is gone there, and can come back", async () => {
  const tool = await published("passing", { access: HOST });
  const id = await propose(gate, "passing", { a: 1, b: 1 });
  expect(need(await studio.admin.retire(admin(), "passing")).published).toBeNull();
  expect(await untilStatus(gate, id, "failed")).toMatchObject({ error: { code: "tool_changed" } });
  const again = await gate.engine.proposals.propose(gate.agent, { toolName: "passing", toolInput: { a: 1, b: 1 } });
  expect(again.ok).toBe(false);
  expect(codeOf(await studio.admin.remove(admin(), "passing"))).toBe("INVALID_STATE");
  need(await publish(tool));
  expect(await propose(gate, "passing", { a: 1, b: 1 })).toBeTruthy();
});

test("G21 an emergency stop ends test runs too", async () => {
  // The request proves that the run has started.
  const asked = createServer(() => void gate.engine.emergency.stop(admin(), "smoke"));
  await new Promise<void>((resolve) => asked.listen(0, "127.0.0.1", resolve));
  try {
    const address = `http://127.0.0.1:${(asked.address() as AddressInfo).port}`;
    const tool = await create("endless", {
      source: `export default async (input, { fetch }) => { await fetch("${address}"); };`,
      access: { ...HOST, hosts: [address], allowPrivate: true },
      limits: { seconds: 60, megabytes: 32 },
    });
    expect((await run(tool)).error?.message).toContain("run was cancelled");
    const request = { input: { a: 1, b: 1 }, draftVersion: tool.draftVersion };
    expect(codeOf(await studio.admin.run(admin(), "endless", request, unused))).toBe("FORBIDDEN");
  } finally {
    asked.closeAllConnections();
    await new Promise((resolve) => asked.close(resolve));
  }
});

describe("another process on the same database", () => {
  test("runs what this one publishes, and after a restart all that is published", async () => {
    await published("shared", { access: HOST });
    const registry = createRegistry([]);
    const engine = createEngine({ database, registry, executorName: "another" });
    const another = studioOf({ engine, registry });
    await another.serve(gate.agent.workspaceId);
    await gate.engine.stop(1);
    engine.start();
    try {
      const ask = async (name: string) =>
        need(await engine.proposals.propose(gate.agent, { toolName: name, toolInput: { a: 1, b: 4 } })).pendingActionId!;
      const approve = async (id: string) => {
        const { digest } = need(await engine.actions.get(gate.people.approver, id));
        need(await engine.decisions.approve(gate.people.approver, id, { channel: "api", digest }));
      };
      const id = await ask("shared");
      await approve(id);
      expect(await untilStatus({ ...gate, engine }, id, "executed", "failed")).toMatchObject({ result: { sum: 5 } });
      const tool = need(await studio.admin.find(admin(), "shared"));
      const next = await save(tool, { source: "export default () => 'of version 2';" });
      await run(next);
      need(await publish(next));
      const second = await ask("shared");
      await approve(second);
      expect(await untilStatus({ ...gate, engine }, second, "executed", "failed")).toMatchObject({ result: "of version 2" });
    } finally {
      await engine.stop(1);
    }
  });
});

test("G35 left, a workspace's published tools run here no more, and stay published; served again, they run", async () => {
  await published("kept");
  const { workspaceId } = gate.agent;
  await studio.leave(workspaceId);
  const ask = () =>
    gate.engine.proposals.propose(gate.agent, { toolName: "kept", toolInput: { a: 1, b: 2 }, waitSeconds: 600 });
  expect(await ask()).toMatchObject({ ok: false, refusal: { code: "UNAVAILABLE" } });
  expect((await gateTool("kept"))?.vetting.state).toBe("vetted");
  await studio.serve(workspaceId);
  expect(need(await ask())).toMatchObject({ status: "executed" });
});
