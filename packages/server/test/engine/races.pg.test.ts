import type { Action } from "@countersign/protocol";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Result } from "../../src/core/refusal.ts";
import type { RunningEngine } from "../../src/engine/create-engine.ts";
import { verifyAudit } from "../../src/engine/records/verify-audit.ts";
import { until } from "../support/until.ts";
import { need, openGate, propose, untilStatus } from "../support/gate.ts";
import { addApprovers, approveAll, openFleet, proposeCount, proposeShown, readDigests, type Fleet } from "./races-engines.ts";

const channel = "api";

const LIVES = [12, 12, 60, 12, 240];

/**
 * Milliseconds until the end, and until the act: from at once to well after the end. Some rounds are slower, the last one by far, so
 * that on any machine both the act and the end are first in some round.
 */
function raceAgainstEnd(round: number, rounds: number): { life: number; after: number } {
  if (round === rounds - 1) return { life: 4000, after: 0 };
  const life = LIVES[round % LIVES.length]!;
  return { life, after: (2 * life * Math.floor(round / LIVES.length)) / (rounds / LIVES.length) };
}

describe("races between servers on one PostgreSQL database", () => {
  let fleet: Fleet;
  let started: RunningEngine[];
  beforeAll(async () => {
    fleet = await openFleet();
  });
  afterAll(async () => fleet.close());
  beforeEach(() => {
    started = [];
    fleet.starts.clear();
    fleet.complaints.length = 0;
  });
  afterEach(async () => {
    await Promise.all(started.map((engine) => engine.stop(5)));
    if (fleet.complaints.length > 0) throw new Error(fleet.complaints.join("\n"));
  });

  const start = (count: number): void => {
    started = fleet.engines.slice(0, count);
    for (const engine of started) engine.start();
  };
  const server = (n: number): RunningEngine => fleet.engines[n % fleet.engines.length]!;
  const startsOf = (id: string): number => fleet.starts.get(`act_${id}`) ?? 0;

  /** Expects exactly one winner; every other caller must be refused as too late, with the winner's name. */
  const expectOneWinner = (results: readonly Result<Action>[]): Action => {
    const won = results.flatMap((result) => (result.ok ? [result.value] : []));
    expect(won).toHaveLength(1);
    for (const result of results) {
      if (result.ok) continue;
      expect(result.refusal).toMatchObject({ code: "INVALID_STATE", resolvedBy: won[0]?.resolvedBy });
      expect(result.refusal.current?.decisions.map(({ by }) => by)).toEqual(won[0]?.decisions.map(({ by }) => by));
    }
    return won[0]!;
  };

  test("G3 fifty people approve one action: one wins, the others are told who, the handler starts once", async () => {
    const people = await addApprovers(fleet.gate, 50);
    start(4);
    for (let round = 0; round < 5; round += 1) {
      const { id, digest } = await proposeShown(fleet.gate, "pay", { amount: round });
      const results = await Promise.all(people.map((by, n) => server(n).decisions.approve(by, id, { channel, digest })));
      expectOneWinner(results);
      expect(results.filter((result) => !result.ok)).toHaveLength(49);
      const done = await untilStatus(fleet.gate, id, "executed", "failed");
      expect(done).toMatchObject({ status: "executed", attempts: [{ number: 1 }] });
      expect(done.decisions).toHaveLength(1);
      expect(startsOf(id)).toBe(1);
    }
  });

  test.each(["reject", "refine"] as const)(
    "G3 approve against %s: one wins, and only an approved action runs",
    async (verdict) => {
      const { approver, other } = fleet.gate.people;
      start(3);
      for (let round = 0; round < 30; round += 1) {
        const { id, digest } = await proposeShown(fleet.gate, "pay", { amount: round });
        const yes = () => server(round).decisions.approve(approver, id, { channel, digest });
        const no = () => server(round + 1).decisions[verdict](other, id, { channel, comment: "no" });
        const winner = expectOneWinner(await Promise.all(round % 2 ? [yes(), no()] : [no(), yes()]));
        const done = await untilStatus(fleet.gate, id, "executed", "rejected", "refined");
        expect(done.status === "executed").toBe(winner.status === "approved");
        expect(startsOf(id)).toBe(winner.status === "approved" ? 1 : 0);
      }
    },
  );

  test("G3 approve against the agent's cancel: one wins, and what was cancelled does not run", async () => {
    start(3);
    for (let round = 0; round < 30; round += 1) {
      const { id, digest } = await proposeShown(fleet.gate, "pay", { amount: round });
      const yes = () => server(round).decisions.approve(fleet.gate.people.approver, id, { channel, digest });
      const cancel = () => server(round + 1).settlements.cancel(fleet.gate.agent, id);
      const winner = expectOneWinner(await Promise.all(round % 2 ? [yes(), cancel()] : [cancel(), yes()]));
      await untilStatus(fleet.gate, id, "executed", "cancelled");
      expect(startsOf(id)).toBe(winner.status === "approved" ? 1 : 0);
    }
  });

  test.each(["approve", "cancel"] as const)(
    "G3 %s against the end of the lifetime: one wins, nothing expired runs",
    async (act) => {
      start(2);
      const seen = new Set<string>();
      for (let round = 0; round < 60; round += 1) {
        const { id, digest } = await proposeShown(fleet.gate, "pay", { amount: round });
        const { life, after } = raceAgainstEnd(round, 60);
        await sql`update action set expires_at = now() + make_interval(secs => ${life / 1000}) where id = ${id}`.execute(
          fleet.gate.database.kysely,
        );
        const [result] = await Promise.all([
          delay(after).then(() =>
            act === "approve"
              ? server(round).decisions.approve(fleet.gate.people.approver, id, { channel, digest })
              : server(round).settlements.cancel(fleet.gate.agent, id),
          ),
          ...[0.9, 1, 1.1].map((share, n) => delay(life * share).then(() => server(round + n + 1).sweep())),
        ]);
        const done = await untilStatus(fleet.gate, id, "executed", "cancelled", "expired");
        seen.add(done.status);
        if (result.ok) expect(done.status).toBe(act === "approve" ? "executed" : "cancelled");
        else {
          expect(done).toMatchObject({ status: "expired", decisions: [], attempts: [] });
          expect(result.refusal).toMatchObject({
            code: "INVALID_STATE",
            current: { status: "expired" },
            resolvedBy: { kind: "system" },
          });
        }
        expect(startsOf(id)).toBe(done.status === "executed" ? 1 : 0);
      }
      expect(seen).toEqual(new Set([act === "approve" ? "executed" : "cancelled", "expired"]));
    },
  );

  test("G3 ten servers on 1,000 approved actions: each handler starts once", async () => {
    const ids = await proposeCount(fleet.gate, "pay", 1000);
    await approveAll(fleet, ids);
    start(10);
    await until(async () => {
      const { rows } = await sql<{ left: number }>`select count(*)::int as left from action
        where id = any(${ids}::text[]) and status <> 'executed'`.execute(fleet.gate.database.kysely);
      return rows[0]?.left === 0;
    });
    expect(ids.filter((id) => startsOf(id) !== 1)).toEqual([]);
    expect(fleet.starts.size).toBe(1000);
    const executors = await sql<{
      by: string;
    }>`select distinct claimed_by as by from action where workspace_id = ${fleet.gate.agent.workspaceId}
      and id = any(${ids}::text[])`.execute(fleet.gate.database.kysely);
    expect(executors.rows.length).toBeGreaterThan(1);
  });

  test("G3 ten claimants on 1,000 approved actions of a worker's tool: no action is handed out twice", async () => {
    const { gate } = fleet;
    const tool = { name: "worker_pay", description: "paid by a worker", inputSchema: { type: "object" } };
    need(await gate.engine.declaredTools.register(gate.worker, [tool]));
    const ids = await proposeCount(gate, "worker_pay", 1000);
    await approveAll(fleet, ids);
    const handed: string[] = [];
    await Promise.all(
      fleet.engines.map(async (engine, n) => {
        for (;;) {
          const { claims } = need(
            await engine.workers.claim(gate.worker, { tools: ["worker_pay"], waitSeconds: 0, limit: 7 + n }),
          );
          // A claim skips locked rows, so an empty answer means the end only if nothing is approved.
          if (
            claims.length === 0 &&
            need(await engine.actions.list(gate.people.viewer, { status: ["approved"], limit: 1 })).items.length === 0
          )
            return;
          for (const claim of claims) {
            handed.push(claim.action.id);
            need(await engine.workers.complete(gate.worker, claim.id, { ok: true }));
          }
        }
      }),
    );
    expect(handed).toHaveLength(1000);
    expect(new Set(handed)).toEqual(new Set(ids));
  });

  test("G3 servers that claim and sweep over several workspaces do not stop each other", async () => {
    const { database } = fleet.gate;
    const gates = [fleet.gate];
    for (let n = 0; n < 3; n += 1) {
      const more = await openGate("pg", { database, started: false });
      gates.push(more);
    }
    for (let round = 0; round < 40; round += 1) {
      for (const gate of round % 2 ? gates : gates.toReversed())
        await propose(gate, "pay", { amount: round }, { missionId: "many" });
    }
    await sql`update action set status = 'approved', resolved_kind = 'user', resolved_by = 'approver_' || workspace_id, resolved_at = now(),
      version = version where mission_id = 'many'`.execute(database.kysely);
    // Each server claims a few rows at a time, from workspaces in random order.
    start(10);
    for (;;) {
      const { rows } = await sql<{
        left: number;
      }>`select count(*) as left from action where mission_id = 'many' and status in ('approved', 'executing')`.execute(
        database.kysely,
      );
      if (rows[0]?.left === 0) break;
      await delay(20);
    }
    expect([...fleet.starts.values()].filter((count) => count !== 1)).toEqual([]);
    for (const gate of gates.slice(1)) await gate.close();
  });

  test("G3 the same idempotency key from many servers at once: one action", async () => {
    for (let round = 0; round < 5; round += 1) {
      const ask = (n: number) =>
        server(n).proposals.propose(fleet.gate.agent, {
          toolName: "pay",
          toolInput: { amount: 1 },
          idempotencyKey: `key ${round}`,
        });
      const outcomes = await Promise.all(Array.from({ length: 30 }, (_, n) => ask(n)));
      expect(new Set(outcomes.map((outcome) => need(outcome).pendingActionId)).size).toBe(1);
    }
    const { rows } = await sql<{ count: number }>`select count(*) as count from action where idempotency_key like 'key %'
      and workspace_id = ${fleet.gate.agent.workspaceId}`.execute(fleet.gate.database.kysely);
    expect(rows[0]?.count).toBe(5);
  });

  test("G3 batch against batch in opposite order: every item has one winner, nobody waits for ever", async () => {
    const { approver, other } = fleet.gate.people;
    for (let round = 0; round < 5; round += 1) {
      const ids = await proposeCount(fleet.gate, "pay", 40);
      const digests = await readDigests(fleet.gate, ids);
      const items = (verdict: "approve" | "reject") =>
        ids.map((pendingActionId) => ({ pendingActionId, verdict, digest: digests.get(pendingActionId)! }));
      const answers = await Promise.all([
        server(0).decisions.decideMany(approver, items("approve"), channel),
        server(1).decisions.decideMany(other, items("reject").toReversed(), channel),
      ]);
      const [yes, no] = answers.map(need);
      expect((yes?.approved ?? 0) + (no?.rejected ?? 0)).toBe(40);
      for (const id of ids) {
        const outcomes = [yes, no].map((batch) => batch?.results.find((result) => result.pendingActionId === id));
        const lost = outcomes.filter((one) => one?.outcome === "skipped");
        expect(lost).toMatchObject([{ code: "INVALID_STATE" }]);
        const row = need(await fleet.gate.engine.actions.get(approver, id));
        expect(row.status).toBe(outcomes.find((one) => one?.outcome !== "skipped")?.outcome);
        expect(lost[0]?.detail).toContain(row.resolvedBy?.name);
      }
    }
  });

  test("G3 a report against the loss of its lease: one wins, the other changes nothing", async () => {
    const { gate } = fleet;
    need(
      await gate.engine.declaredTools.register(gate.worker, [
        { name: "late_pay", description: "reports late", inputSchema: { type: "object" } },
      ]),
    );
    const seen = new Set<string>();
    for (let round = 0; round < 40; round += 1) {
      const id = await propose(gate, "late_pay", { amount: round });
      need(await gate.engine.decisions.approve(gate.people.approver, id, { channel }));
      const { claims } = need(
        await server(round).workers.claim(gate.worker, { tools: ["late_pay"], waitSeconds: 0, limit: 1 }),
      );
      const { life, after } = raceAgainstEnd(round, 40);
      await sql`update action set lease_until = now() + make_interval(secs => ${life / 1000}) where id = ${id}`.execute(
        gate.database.kysely,
      );
      const [reported] = await Promise.all([
        delay(after).then(() => server(round).workers.complete(gate.worker, claims[0]!.id, { round })),
        ...[1, 1.1].map((share, n) => delay(life * share).then(() => server(round + n + 1).sweep())),
      ]);
      // A report before the end of the lease prevents recovery; after a recovery the report is refused.
      const row = need(await gate.engine.actions.get(gate.people.viewer, id));
      seen.add(row.status);
      const kinds = need(await gate.engine.actions.timeline(gate.people.viewer, id)).map(({ kind }) => kind);
      expect(row.status).toBe(reported.ok ? "executed" : "outcome_unknown");
      expect(kinds.filter((kind) => kind === "action.late_report")).toHaveLength(reported.ok ? 0 : 1);
      if (!reported.ok)
        expect(reported.refusal).toMatchObject({ code: "INVALID_STATE", current: { status: "outcome_unknown", result: null } });
    }
    expect(seen).toEqual(new Set(["executed", "outcome_unknown"]));
  });

  test("G3 two reports of one claim: one is recorded", async () => {
    const { gate } = fleet;
    need(
      await gate.engine.declaredTools.register(gate.worker, [
        { name: "late_pay", description: "reports late", inputSchema: { type: "object" } },
      ]),
    );
    for (let round = 0; round < 10; round += 1) {
      const id = await propose(gate, "late_pay", { amount: round });
      need(await gate.engine.decisions.approve(gate.people.approver, id, { channel }));
      const { claims } = need(
        await server(round).workers.claim(gate.worker, { tools: ["late_pay"], waitSeconds: 0, limit: 1 }),
      );
      const claimId = claims[0]!.id;
      const reports = await Promise.all([
        server(0).workers.complete(gate.worker, claimId, { first: true }),
        server(1).workers.fail(gate.worker, claimId, { code: "handler", message: "no" }),
        server(2).workers.complete(gate.worker, claimId, { first: false }),
      ]);
      expect(reports.filter((report) => report.ok)).toHaveLength(1);
      for (const report of reports) if (!report.ok) expect(report.refusal.current?.status).toMatch(/^(executed|failed)$/);
      expect(need(await gate.engine.actions.get(gate.people.viewer, id)).attempts).toHaveLength(1);
    }
  });

  test("G12 after all these races the log of every workspace verifies", async () => {
    for (const report of await verifyAudit(fleet.gate.database)) expect(report.faults).toEqual([]);
  });
});

const delay = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
