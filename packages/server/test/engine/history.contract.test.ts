import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { sql } from "kysely";
import type { ActionListFilter } from "../../src/ports/actions.ts";
import type { AuditFilter } from "../../src/ports/records.ts";
import { codeOf, need, openGate, propose, type Gate } from "../support/gate.ts";

const kind = inject("database");

/** Tests the filters that answer who did what, and when, on any database. */
describe(`history on ${kind}`, () => {
  let gate: Gate;
  beforeAll(async () => {
    gate = await openGate(kind, { started: false });
  });
  afterAll(() => gate.close());

  const listed = async (missionId: string, filter: ActionListFilter, by = gate.people.viewer) =>
    need(await gate.engine.actions.list(by, { missionId, ...filter })).items.map(({ id }) => id);
  const logged = async (filter: AuditFilter) => need(await gate.engine.audit.page(gate.people.viewer, filter));

  test("actions are listed from a time on, and before another", async () => {
    const times = ["2026-03-01T00:00:00Z", "2026-03-01T23:59:59.999Z", "2026-03-02T00:00:00Z"];
    const ids: string[] = [];
    for (const [n, time] of times.entries()) {
      const id = await propose(gate, "pay", { amount: n }, { missionId: "times" });
      await sql`update action set created_at = ${time}::timestamptz where id = ${id}`.execute(gate.database.kysely);
      ids.push(id);
    }
    const [first, second, third] = ids;
    expect(await listed("times", { from: times[0]!, until: times[2]! })).toEqual([second, first]);
    expect(await listed("times", { from: times[2]! })).toEqual([third]);
    expect(await listed("times", { until: times[0]! })).toEqual([]);
    expect(await listed("times", { from: "2026-03-02T00:59:59+01:00" })).toEqual([third, second]);
  });

  test("actions are listed by a person who decided, also as one of several, and an agent lists its own only", async () => {
    const { approver, other, viewer } = gate.people;
    const [rejected, open] = [
      await propose(gate, "pay", { amount: 1 }, { missionId: "people" }),
      await propose(gate, "pay", { amount: 2 }, { missionId: "people" }),
    ];
    need(await gate.engine.decisions.reject(approver, rejected, { channel: "api" }));
    await sql`insert into decision (workspace_id, id, action_id, verdict, by_kind, by_id, by_name, digest, channel)
      select workspace_id, 'vote', id, 'approve', 'user', ${other.id}, 'other', digest, 'api' from action where id = ${open}`.execute(
      gate.database.kysely,
    );
    expect(await listed("people", { decidedBy: approver.id })).toEqual([rejected]);
    expect(await listed("people", { decidedBy: approver.id, status: ["pending"] })).toEqual([]);
    expect(await listed("people", { decidedBy: other.id })).toEqual([open]);
    expect(await listed("people", { decidedBy: viewer.id })).toEqual([]);
    expect(await listed("people", { decidedBy: approver.id }, gate.agent)).toEqual([rejected]);
    const stranger = { ...gate.agent, id: "another" };
    expect(await listed("people", { decidedBy: approver.id }, stranger)).toEqual([]);
  });

  test("the log is read by agent, tool, status now and time", async () => {
    const { approver } = gate.people;
    const paid = await propose(gate, "pay", { amount: 3 });
    const set = await propose(gate, "set_value", { value: 1 });
    need(await gate.engine.decisions.reject(approver, set, { channel: "api" }));
    const kinds = async (filter: AuditFilter) => (await logged({ actionId: set, ...filter })).map((entry) => entry.kind);
    expect(await kinds({ agentId: gate.agent.id })).toEqual(["action.proposed", "action.rejected"]);
    expect(await kinds({ agentId: "another" })).toEqual([]);
    expect(await kinds({ toolName: "set_value" })).toEqual(["action.proposed", "action.rejected"]);
    expect(await kinds({ toolName: "pay" })).toEqual([]);
    expect(await kinds({ statuses: ["rejected"] })).toEqual(["action.proposed", "action.rejected"]);
    expect(await kinds({ statuses: ["pending"] })).toEqual([]);
    expect(await kinds({ actorId: approver.id })).toEqual(["action.rejected"]);
    const pending = (await logged({ statuses: ["pending"], agentId: gate.agent.id })).map((entry) => entry.actionId);
    expect(pending).toContain(paid);
    expect(pending).not.toContain(set);
    const [, second] = await logged({ actionId: set });
    const later = new Date(Date.parse(second!.at) + 1).toISOString();
    expect(await kinds({ from: later })).toEqual([]);
    expect(await kinds({ from: "2000-01-01T00:00:00Z", until: later })).toEqual(["action.proposed", "action.rejected"]);
    expect(await kinds({ until: "2000-01-01T00:00:00Z" })).toEqual([]);
  });

  test("settings of a tool are in its log, and a name is no pattern", async () => {
    const tools = async (toolName: string) =>
      (await logged({ toolName, kinds: ["tool.registered"] })).map(({ data }) => data["name"]);
    expect(await tools("set_value")).toEqual(["set_value"]);
    expect(await tools("set%value")).toEqual([]);
    expect(await tools("set")).toEqual([]);
    expect(codeOf(await gate.engine.audit.page(gate.agent, { agentId: gate.agent.id }))).toBe("FORBIDDEN");
  });
});
