import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { toolSettingsSchema, type ToolSettings } from "@countersign/protocol";
import { verifySettings } from "../../src/engine/records/verify-settings.ts";
import type { Principal } from "../../src/core/principal.ts";
import { codeOf, need, openGate, propose, type Gate } from "../support/gate.ts";

const kind = inject("database");

describe(`a tool's reasons for rejections on ${kind}`, () => {
  let gate: Gate;
  beforeAll(async () => (gate = await openGate(kind, { started: false })));
  afterAll(async () => gate?.close());

  const set = (settings: ToolSettings, by: Principal = gate.people.admin) => gate.engine.tools.change(by, "pay", settings);
  const reasonsTo = async (by: Principal, id: string) => need(await gate.engine.actions.get(by, id)).rejectReasons;
  const ofTool = async (by: Principal) =>
    need(await gate.engine.tools.list(by)).find(({ name }) => name === "pay")?.rejectReasons;

  test("everybody who reads the action is told them, in their order, and agents are not", async () => {
    const id = await propose(gate, "pay", { amount: 1 });
    expect(await reasonsTo(gate.people.approver, id)).toEqual([]);
    const rejectReasons = ["No order", "Above the budget", "<b>no</b> \u202eno"];
    expect(need(await set({ rejectReasons }))).toMatchObject({ rejectReasons });
    for (const by of [gate.people.admin, gate.people.approver, gate.people.viewer])
      expect(await reasonsTo(by, id)).toEqual(rejectReasons);
    expect(await reasonsTo(gate.agent, id)).toBeUndefined();
    expect(await reasonsTo(gate.people.viewer, await propose(gate, "fail", { amount: 1 }))).toEqual([]);
    expect(await ofTool(gate.agent)).toEqual([]);
    expect(await ofTool(gate.people.viewer)).toEqual(rejectReasons);

    const [reason] = rejectReasons;
    const rejected = need(await gate.engine.decisions.reject(gate.people.approver, id, { channel: "inbox", comment: reason! }));
    expect(rejected).toMatchObject({ status: "rejected", rejectReasons, decisions: [{ comment: reason }] });
    need(await set({ rejectReasons: [] }));
    expect(await reasonsTo(gate.people.approver, id)).toEqual([]);
  });

  test("a change needs no confirmation, is on the audit log and is proven by it", async () => {
    need(await set({ rejectReasons: ["Twice"] }));
    need(await set({ rejectReasons: [] }));
    const events = need(await gate.engine.audit.page(gate.people.admin, { kinds: ["tool.settings_changed"], limit: 200 }));
    expect(events.slice(-2).map(({ by, data }) => [by.id, data["name"], data["lowers"], data["rejectReasons"]])).toEqual([
      [gate.people.admin.id, "pay", false, ["Twice"]],
      [gate.people.admin.id, "pay", false, null],
    ]);
    expect((await verifySettings(gate.database, gate.agent.workspaceId)).faults).toEqual([]);
  });

  test("only an administrator sets them", async () => {
    need(await set({ rejectReasons: ["Kept"] }));
    for (const by of [gate.people.approver, gate.people.viewer, gate.agent, gate.worker])
      expect([by.kind, codeOf(await set({ rejectReasons: ["Mine"] }, by))]).toEqual([by.kind, "FORBIDDEN"]);
    expect(await ofTool(gate.people.admin)).toEqual(["Kept"]);
  });

  test("a request is read with the reasons trimmed", () => {
    expect(toolSettingsSchema.parse({ rejectReasons: ["  No order ", `\t${"x".repeat(200)}`] })).toEqual({
      rejectReasons: ["No order", "x".repeat(200)],
    });
  });
});
