import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { ActionSummary } from "@countersign/protocol";
import { sql } from "kysely";
import type { ActionListFilter } from "../../src/ports/actions.ts";
import { codeOf, need, openGate, propose, type Gate } from "../support/gate.ts";

const kind = inject("database");

/** Tests orders, filters and counts of the list, and how a row shows its risk, on any database. */
describe(`inbox list on ${kind}`, () => {
  let gate: Gate;
  beforeAll(async () => {
    gate = await openGate(kind, { started: false });
  });
  afterAll(() => gate.close());

  const pagesOf = async (filter: ActionListFilter): Promise<ActionSummary[]> => {
    const seen: ActionSummary[] = [];
    let cursor: string | null = null;
    do {
      const page: { items: ActionSummary[]; nextCursor: string | null } = need(
        await gate.engine.actions.list(gate.people.viewer, { ...filter, ...(cursor ? { cursor } : {}) }),
      );
      seen.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor);
    return seen;
  };

  test("the most urgent first: highest risk, then oldest, without a gap or a repeat over pages", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 12; n += 1) ids.push(await propose(gate, "pay", { amount: n }));
    for (const [n, id] of ids.entries()) {
      await sql`update action set risk = ${n % 4} where id = ${id}`.execute(gate.database.kysely);
    }
    // Actions with the same creation time are ordered by id.
    await sql`update action set created_at = (select created_at from action where id = ${ids[3]!}) where id = ${ids[7]!}`.execute(
      gate.database.kysely,
    );
    const seen = await pagesOf({ sort: "urgent", status: ["pending"], limit: 5 });
    expect(seen.map(({ id }) => ids.indexOf(id))).toEqual([3, 7, 11, 2, 6, 10, 1, 5, 9, 0, 4, 8]);
    const any = await pagesOf({ sort: "urgent", status: ["pending", "executed"], limit: 5 });
    expect(any.map(({ id }) => id)).toEqual(seen.map(({ id }) => id));
  });

  test("a cursor of one order is refused in the other", async () => {
    const { viewer } = gate.people;
    const newest = need(await gate.engine.actions.list(viewer, { limit: 1 })).nextCursor!;
    const urgent = need(await gate.engine.actions.list(viewer, { limit: 1, sort: "urgent" })).nextCursor!;
    expect(codeOf(await gate.engine.actions.list(viewer, { sort: "urgent", cursor: newest }))).toBe("INVALID_INPUT");
    expect(codeOf(await gate.engine.actions.list(viewer, { cursor: urgent }))).toBe("INVALID_INPUT");
    expect(codeOf(await gate.engine.actions.list(viewer, { sort: "urgent", cursor: urgent }))).toBe("ok");
  });

  test("by agent, by age and by several statuses", async () => {
    const { viewer, approver } = gate.people;
    const old = await propose(gate, "pay", { amount: 1 }, { missionId: "ages" });
    await sql`update action set created_at = now() - interval '2 hours' where id = ${old}`.execute(gate.database.kysely);
    const rejected = await propose(gate, "pay", { amount: 2 }, { missionId: "ages" });
    need(await gate.engine.decisions.reject(approver, rejected, { channel: "api" }));
    const idsOf = async (filter: ActionListFilter) =>
      need(await gate.engine.actions.list(viewer, { missionId: "ages", ...filter })).items.map(({ id }) => id);
    expect(await idsOf({ olderThanSeconds: 3600 })).toEqual([old]);
    expect(await idsOf({ status: ["pending", "rejected"] })).toEqual([rejected, old]);
    expect(await idsOf({ proposedBy: gate.agent.id })).toHaveLength(2);
    expect(await idsOf({ proposedBy: "another" })).toEqual([]);
    const own = need(await gate.engine.actions.list(gate.agent, { missionId: "ages", proposedBy: "another" })).items;
    expect(own.map(({ proposedBy }) => proposedBy.id)).toEqual([gate.agent.id, gate.agent.id]);
  });

  test("what waits is counted by risk and by agent; a workspace counts its own only", async () => {
    const other = await openGate(kind, { database: gate.database, started: false });
    const first = await propose(other, "pay", { amount: 1 }, { sessionId: "s" });
    await propose(other, "pay", { amount: 2 });
    await sql`update action set risk = 5 where id = ${first}`.execute(gate.database.kysely);
    const counts = need(await other.engine.actions.counts(other.people.viewer));
    expect(counts.byRisk).toMatchObject([
      { risk: 5, pending: 1 },
      { risk: 2, pending: 1 },
    ]);
    expect(counts.byAgent).toMatchObject([{ id: other.agent.id, name: "agent", pending: 2, oldestAt: counts.oldestPendingAt }]);
    const inSession = need(await other.engine.actions.briefing(other.people.viewer, { sessionId: "s" }));
    expect(inSession.byRisk).toMatchObject([{ risk: 5, pending: 1 }]);
    expect(inSession.byAgent).toMatchObject([{ pending: 1 }]);
    await other.close();
  });

  test("an action says what makes it risky, why it needs a person and whose", async () => {
    const action = need(await gate.engine.actions.get(gate.people.viewer, await propose(gate, "pay", { amount: 1 })));
    expect(action.riskReasons[0]).toMatch(/rated 2 of 5/);
    expect(action.riskReasons).toHaveLength(3);
    expect(action.approval.why).toContain("every call to pay requires approval");
    expect(action.approval.who).toContain("approver or admin");
    const free = need(await gate.engine.tools.change(gate.people.admin, "fail", { approval: "never", confirm: true }));
    const answer = need(
      await gate.engine.proposals.propose(gate.agent, { toolName: free.name, toolInput: { amount: 1 }, waitSeconds: 0 }),
    );
    expect(need(await gate.engine.actions.get(gate.people.viewer, answer.pendingActionId!)).approval.why).toContain(
      "No approval was required",
    );
  });
});
