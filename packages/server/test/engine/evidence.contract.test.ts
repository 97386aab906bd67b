import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { sql } from "kysely";
import type { AuditFilter } from "../../src/ports/records.ts";
import { codeOf, need, openGate, propose, untilStatus, type Gate } from "../support/gate.ts";

const kind = inject("database");

/** Tests searching the log, the evidence of one action, and insights, on any database. */
describe(`evidence on ${kind}`, () => {
  let gate: Gate;
  beforeAll(async () => {
    gate = await openGate(kind);
  });
  afterAll(() => gate.close());

  test("the log is searched by kind, actor, text and action, from either end", async () => {
    const { viewer, approver, other } = gate.people;
    const first = await propose(gate, "pay", { amount: 1 }, { missionId: "searched mission" });
    const second = await propose(gate, "pay", { amount: 2 });
    need(await gate.engine.decisions.reject(approver, first, { comment: "100% no_", channel: "api" }));
    need(await gate.engine.decisions.reject(other, second, { channel: "api" }));
    const seqsOf = async (filter: AuditFilter) => need(await gate.engine.audit.page(viewer, filter)).map(({ seq }) => seq);
    const all = await seqsOf({});
    expect(all).toEqual([...all].sort((a, b) => a - b));
    expect(await seqsOf({ sort: "newest" })).toEqual(all.toReversed());
    expect(await seqsOf({ beforeSeq: all.at(-1)! })).toEqual(all.slice(0, -1).toReversed());
    expect(await seqsOf({ beforeSeq: all.at(-1)!, limit: 1 })).toEqual([all.at(-2)]);
    expect(await seqsOf({ kinds: ["action.rejected"] })).toEqual(all.slice(-2));
    expect(await seqsOf({ kinds: ["action.rejected"], actorId: other.id })).toEqual(all.slice(-1));
    expect(await seqsOf({ q: "SEARCHED mission" })).toHaveLength(2);
    expect(await seqsOf({ q: "100% no_" })).toEqual([all.at(-2)]);
    expect(await seqsOf({ actionId: first, sort: "newest" })).toHaveLength(2);
    expect(codeOf(await gate.engine.audit.page(gate.agent, {}))).toBe("FORBIDDEN");
  });

  test("G12 an action's evidence holds each entry with its proof, and the whole log is verified", async () => {
    const id = await propose(gate, "pay", { amount: 3 });
    need(await gate.engine.decisions.approve(gate.people.approver, id, { channel: "api" }));
    await untilStatus(gate, id, "executed");
    const evidence = need(await gate.engine.audit.evidence(gate.people.viewer, id));
    expect(evidence).toMatchObject({ action: { id, status: "executed" }, digestMatches: true, faults: [] });
    expect(evidence.entries.map((entry) => [entry.kind, entry.intact])).toEqual([
      ["action.proposed", true],
      ["action.approved", true],
      ["action.started", true],
      ["action.executed", true],
    ]);
    const report = need(await gate.engine.audit.verify(gate.people.admin));
    expect(report).toMatchObject({ workspaceId: gate.agent.workspaceId, faults: [] });
    expect(report.head).toBe(evidence.entries.at(-1)?.hash);
    for (const by of [gate.people.approver, gate.agent, gate.worker]) {
      expect(codeOf(await gate.engine.audit.verify(by))).toBe("FORBIDDEN");
    }
    expect(codeOf(await gate.engine.audit.evidence(gate.agent, id))).toBe("FORBIDDEN");
  });

  test("G12 a log that grows while it is read is whole", async () => {
    const growing = (async () => {
      for (let n = 0; n < 30; n += 1) await propose(gate, "pay", { amount: n });
    })();
    for (let n = 0; n < 10; n += 1) expect(need(await gate.engine.audit.verify(gate.people.admin)).faults).toEqual([]);
    await growing;
  });

  test("G12 what was altered behind the gate is named in the evidence", async () => {
    const altered = await openGate(kind, { started: false });
    const { kysely } = altered.database;
    const { viewer, admin } = altered.people;
    const row = await propose(altered, "pay", { amount: 1 });
    await sql`update action set effective_input = '{"amount":999}', version = 7 where id = ${row}`.execute(kysely);
    const evidence = need(await altered.engine.audit.evidence(viewer, row));
    expect(evidence.digestMatches).toBe(false);
    expect(evidence.faults.map(({ problem }) => problem)).toEqual([
      expect.stringContaining('"version":7'),
      "the stored call does not match its digest",
    ]);
    const entry = await propose(altered, "pay", { amount: 2 });
    const gap = await propose(altered, "pay", { amount: 3 });
    await sql`alter table audit_event disable trigger audit_is_append_only`.execute(kysely);
    await sql`update audit_event set actor_name = 'somebody' where action_id = ${entry}`.execute(kysely);
    expect(need(await altered.engine.audit.evidence(viewer, entry))).toMatchObject({
      entries: [{ intact: false }],
      faults: [{ problem: expect.stringContaining("changed") }],
    });
    await sql`delete from audit_event where action_id = ${entry}`.execute(kysely);
    expect(need(await altered.engine.audit.evidence(viewer, gap))).toMatchObject({
      entries: [{ intact: false }],
      faults: [{ problem: expect.stringContaining("missing") }],
    });
    expect(need(await altered.engine.audit.verify(admin)).faults).not.toEqual([]);
    // A head that is set back would hide later events.
    const back = await openGate(kind, { database: altered.database, started: false });
    await propose(back, "pay", { amount: 1 });
    await sql`update audit_head set seq = seq - 1, hash = (select hash from audit_event e where e.workspace_id = audit_head.workspace_id and e.seq = audit_head.seq - 1)
        where workspace_id = ${back.agent.workspaceId}`.execute(kysely);
    expect(need(await back.engine.audit.verify(back.people.admin)).faults).toHaveLength(1);
    await back.close();
    await altered.close();
  });

  test("insights count what became of the actions of some days, by tool, agent, person and day", async () => {
    const busy = await openGate(kind);
    const { kysely } = busy.database;
    const { approver, other, viewer } = busy.people;
    const make = async (toolName: string, count: number) => {
      const ids: string[] = [];
      for (let n = 0; n < count; n += 1) ids.push(await propose(busy, toolName, { amount: n }));
      return ids as [string, string, string, string, string];
    };
    const [yes, edited, no, back, open] = await make("pay", 5);
    const [failing] = await make("fail", 1);
    await sql`update action set created_at = now() - interval '100 seconds' where id in (${yes}, ${no})`.execute(kysely);
    await sql`update action set created_at = now() - interval '2 days' where id = ${open}`.execute(kysely);
    need(await busy.engine.decisions.approve(approver, yes, { channel: "inbox", shownForMs: 40_000 }));
    need(await busy.engine.decisions.approve(approver, edited, { channel: "api", userEdits: { amount: 9 } }));
    need(await busy.engine.decisions.approve(other, failing, { channel: "api" }));
    need(await busy.engine.decisions.reject(other, no, { channel: "inbox", shownForMs: 20_000 }));
    need(await busy.engine.decisions.refine(approver, back, { channel: "inbox", comment: "less", shownForMs: 86_400_000 }));
    // A tab cannot have shown the action for longer than the action exists.
    await sql`update action set created_at = (select at from decision where action_id = ${back}) - interval '5 seconds'
      where id = ${back}`.execute(kysely);
    await untilStatus(busy, yes, "executed");
    await untilStatus(busy, edited, "executed");
    await untilStatus(busy, failing, "failed");
    // A retry does not review the proposal again: it must not change figures of waiting or approving.
    need(await busy.engine.settlements.retry(approver, failing));
    await untilStatus(busy, failing, "failed");

    const insights = need(await busy.engine.reports.insights(viewer, 7));
    expect(insights.total).toMatchObject({
      proposed: 6,
      approved: 3,
      edited: 1,
      rejected: 1,
      refined: 1,
      pending: 1,
      executed: 2,
      failed: 1,
      unknown: 0,
      byPolicy: 0,
    });
    expect(insights.byTool.map(({ toolName, proposed }) => [toolName, proposed])).toEqual([
      ["pay", 5],
      ["fail", 1],
    ]);
    expect(insights.byTool[0]!.waiting.p90Seconds).toBeGreaterThan(99);
    expect(insights.byTool[0]!.execution.medianSeconds).toBeGreaterThanOrEqual(0);
    expect(insights.total.timed).toBe(3);
    expect(insights.total.deciding.medianSeconds).toBe(20);
    expect(insights.byTool[0]!.deciding.p90Seconds).toBeLessThan(40);
    expect(insights.byTool[1]!).toMatchObject({ timed: 0, deciding: { medianSeconds: null, p90Seconds: null } });
    expect(need(await busy.engine.actions.get(viewer, yes)).decisions[0]).toMatchObject({ shownForMs: 40_000 });
    expect(need(await busy.engine.actions.get(viewer, edited)).decisions[0]).toMatchObject({ shownForMs: null });
    const told = need(await busy.engine.actions.timeline(viewer, no)).find(({ kind: event }) => event === "action.rejected");
    expect(told?.data).toMatchObject({ shownForMs: 20_000 });
    expect(insights.byTool[1]!.execution).toEqual({ medianSeconds: null, p90Seconds: null });
    expect(insights.byAgent).toMatchObject([{ agent: { kind: "agent", id: busy.agent.id, name: "agent" }, proposed: 6 }]);
    expect(insights.byPerson).toMatchObject([
      {
        person: { kind: "user", id: approver.id, name: "approver" },
        decided: 3,
        approved: 2,
        edited: 1,
        refined: 1,
        failed: 0,
      },
      {
        person: { id: other.id },
        deciding: { medianSeconds: 20 },
        timed: 1,
        decided: 2,
        approved: 1,
        rejected: 1,
        failed: 1,
      },
    ]);
    expect(insights.byDay).toHaveLength(7);
    expect(insights.byDay.map(({ day }) => day)).toEqual([...new Set(insights.byDay.map(({ day }) => day))].sort());
    expect([insights.from, insights.to]).toEqual([insights.byDay[0]!.day, insights.byDay[6]!.day]);
    expect(insights.byDay.reduce((sum, { proposed }) => sum + proposed, 0)).toBe(6);
    const { rows } = await sql<{ day: string }>`select (created_at at time zone 'UTC')::date::text as day from action
      where id = ${open}`.execute(kysely);
    expect(insights.byDay.find(({ day }) => day === rows[0]?.day)?.pending).toBe(1);
    expect(need(await busy.engine.reports.insights(viewer, 1)).total.pending).toBe(0);
    for (const days of [0, 367, 1.5]) expect(codeOf(await busy.engine.reports.insights(viewer, days))).toBe("INVALID_INPUT");
    expect(codeOf(await busy.engine.reports.insights(busy.agent, 7))).toBe("FORBIDDEN");
    expect(
      need(await gate.engine.reports.insights(gate.people.viewer, 7)).byPerson.map(({ person }) => person.id),
    ).not.toContain(approver.id);
    const empty = await openGate(kind, { database: busy.database, started: false });
    expect(need(await empty.engine.reports.insights(empty.people.viewer, 366))).toMatchObject({
      total: { proposed: 0, waiting: { medianSeconds: null } },
      byTool: [],
      byPerson: [],
    });
    await empty.close();
    await busy.close();
  });
});
