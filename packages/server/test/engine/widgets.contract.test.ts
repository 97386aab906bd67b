import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { ToolDefinition } from "@countersign/protocol";
import { definitionHash, sha256Hex } from "../../src/core/digest.ts";
import { recordSettings } from "../../src/engine/records/record-settings.ts";
import { verifySettings } from "../../src/engine/records/verify-settings.ts";
import { codeOf, need, openGate, propose, type Gate } from "../support/gate.ts";

const kind = inject("database");
const TOOL: ToolDefinition = {
  name: "seat",
  title: "Change seats",
  description: "d",
  inputSchema: { type: "object" },
  effect: "idempotent",
};
const [FIRST, SECOND] = ["<p>first</p>", "<p>second ü</p>"];

test("G56 the hash of a tool without a widget is the one that it always had", () => {
  expect(definitionHash(TOOL)).toBe("eb93562d1a78f6028b79688db2da690d1843ecec98847a5e43de1aeb67768eee");
});

test("G56 a tool with another widget, or another height of it, is another tool", () => {
  const hashes = [
    TOOL,
    { ...TOOL, widget: { html: FIRST } },
    { ...TOOL, widget: { html: SECOND } },
    { ...TOOL, widget: { html: FIRST, height: 100 } },
  ].map(definitionHash);
  expect(new Set(hashes).size).toBe(4);
  expect(definitionHash({ ...TOOL, widget: { html: FIRST, height: 240 } })).toBe(hashes[1]);
});

describe(`widgets on ${kind}`, () => {
  let gate: Gate;
  let other: Gate;
  beforeAll(async () => {
    gate = await openGate(kind, { started: false });
    other = await openGate(kind, { started: false });
  });
  afterAll(async () => {
    await gate?.close();
    await other?.close();
  });

  const register = async (html?: string, more: Partial<ToolDefinition> = {}) =>
    need(await gate.engine.declaredTools.register(gate.worker, [{ ...TOOL, ...(html && { widget: { html } }), ...more }]));
  const widgetTo = async (by: Gate["worker"], id: string) => need(await gate.engine.actions.get(by, id)).widget;
  const documentTo = (by: Gate["worker"], html: string) => gate.engine.tools.widget(by, sha256Hex(html));
  const countStored = async () =>
    (
      await sql<{ sha256: string }>`select sha256 from tool_widget where workspace_id = ${gate.worker.workspaceId}`.execute(
        gate.database.kysely,
      )
    ).rows.map(({ sha256 }) => sha256);

  test("G56 people of the workspace read it by its hash; agents, workers and other workspaces do not", async () => {
    await register(FIRST);
    for (const by of [gate.people.admin, gate.people.approver, gate.people.viewer])
      expect(need(await documentTo(by, FIRST))).toBe(FIRST);
    for (const by of [gate.agent, gate.worker]) expect(codeOf(await documentTo(by, FIRST))).toBe("FORBIDDEN");
    expect(codeOf(await documentTo(other.people.admin, FIRST))).toBe("NOT_FOUND");
    expect(codeOf(await documentTo(gate.people.admin, SECOND))).toBe("NOT_FOUND");
    const id = await propose(gate, "seat", {});
    const shown = { sha256: sha256Hex(FIRST), height: 240, toolTitle: "Change seats" };
    expect(await widgetTo(gate.people.viewer, id)).toEqual(shown);
    expect(await widgetTo(gate.agent, id)).toBeUndefined();
    expect(await widgetTo(gate.people.viewer, await propose(gate, "pay", { amount: 1 }))).toBeNull();
  });

  test("G56 with a changed widget the tool is changed: the former proposal is not drawn, not approved and does not run", async () => {
    await register(FIRST);
    const [pending, approved] = [await propose(gate, "seat", {}), await propose(gate, "seat", {})];
    need(await gate.engine.decisions.approve(gate.people.approver, approved, { channel: "api" }));
    const { digest } = need(await gate.engine.actions.get(gate.people.approver, pending));
    await register(SECOND);
    for (const id of [pending, approved]) expect(await widgetTo(gate.people.viewer, id)).toBeNull();
    const tried = await gate.engine.decisions.approve(gate.people.approver, pending, { channel: "api", digest });
    expect(codeOf(tried)).toBe("STALE");
    const { claims } = need(await gate.engine.workers.claim(gate.worker, { tools: ["seat"], waitSeconds: 0, limit: 5 }));
    expect(claims).toEqual([]);
    expect(need(await gate.engine.actions.get(gate.people.viewer, approved)).status).toBe("failed");
    const [changed] = need(await gate.engine.audit.page(gate.people.admin, { kinds: ["tool.changed"], limit: 200 })).slice(-1);
    expect(changed?.data["definitionHash"]).toBe(definitionHash({ ...TOOL, widget: { html: SECOND } }));
    expect((await widgetTo(gate.people.viewer, await propose(gate, "seat", {})))?.sha256).toBe(sha256Hex(SECOND));
  });

  test("a tool that comes back with the same widget is not changed, and what no tool names is not kept", async () => {
    const [first] = await register(FIRST);
    expect(await countStored()).toEqual([sha256Hex(FIRST)]);
    const id = await propose(gate, "seat", {});
    const [again] = await register(FIRST);
    expect(again?.definitionHash).toBe(first?.definitionHash);
    expect((await widgetTo(gate.people.viewer, id))?.sha256).toBe(sha256Hex(FIRST));
    await register();
    expect(await countStored()).toEqual([]);
    expect(await widgetTo(gate.people.viewer, id)).toBeNull();
  });

  test("two tools may share a widget", async () => {
    const tools = ["seat", "table"].map((name) => ({ ...TOOL, name, widget: { html: FIRST } }));
    need(await gate.engine.declaredTools.register(gate.worker, tools));
    await register(SECOND);
    expect(need(await documentTo(gate.people.viewer, FIRST))).toBe(FIRST);
    expect(need(await documentTo(gate.people.viewer, SECOND))).toBe(SECOND);
  });

  test("G56 a document that was changed in the database is not sent, and a changed reference is found by the log", async () => {
    await register(FIRST);
    const { workspaceId } = gate.worker;
    const { kysely } = gate.database;
    await sql`update tool_widget set html = '<p>other</p>' where workspace_id = ${workspaceId} and sha256 = ${sha256Hex(FIRST)}`.execute(
      kysely,
    );
    expect(codeOf(await documentTo(gate.people.viewer, FIRST))).toBe("NOT_FOUND");
    await recordSettings(gate.database);
    expect((await verifySettings(gate.database, workspaceId)).faults).toEqual([]);
    await sql`update tool set widget = ${JSON.stringify({ height: 240, sha256: sha256Hex(SECOND) })}
      where workspace_id = ${workspaceId} and name = 'seat'`.execute(kysely);
    expect((await verifySettings(gate.database, workspaceId)).faults).toHaveLength(1);
  });
});
