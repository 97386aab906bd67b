import { sql, type Kysely } from "kysely";
import type { ActionStatus, Failure } from "@countersign/protocol";
import { NEXT } from "../../core/lifecycle.ts";
import type { Schema } from "../schema.ts";
import { appendEvents, wireInstant, type ActionRow, type Actor } from "./row.ts";

export type Ending =
  | { outcome: "executed"; result: string }
  | { outcome: "failed"; error: Failure }
  /** The executor itself cannot tell whether an earlier attempt took effect. */
  | { outcome: "lost"; note: string };

const STATUS = {
  executed: NEXT.executing.succeed,
  failed: NEXT.executing.fail,
  lost: NEXT.executing.lose,
} as const satisfies Record<Ending["outcome"], ActionStatus>;

/** One execution, named by its fencing token. */
export interface ClaimKey {
  workspaceId: string;
  actionId: string;
  claimId: string;
}

/**
 * Records how an execution ended, only while its claim is the row's own; no row back means the claim was lost. The status is
 * compared in a form no index serves, see `claimActions`.
 */
export async function finishExecution(db: Kysely<Schema>, claim: ClaimKey, by: Actor, ending: Ending): Promise<ActionRow | undefined> {
  const executed = ending.outcome === "executed";
  const error = ending.outcome === "failed" ? JSON.stringify(ending.error) : null;
  const status = STATUS[ending.outcome];
  const extra = ending.outcome === "lost" ? { note: ending.note } : {};
  const { rows } = await sql<ActionRow>`
    with finished as (
      update action a set status = ${status}, version = a.version + 1,
        result = ${executed ? ending.result : null}, error = ${error}::text,
        executed_at = ${executed ? sql`now()` : sql`a.executed_at`},
        claim_id = null, lease_until = null,
        attempts = jsonb_set(a.attempts, '{-1}', a.attempts -> -1 || jsonb_build_object('outcome', ${ending.outcome}::text,
          'endedAt', ${wireInstant(sql`now()`)}, 'lastSignAt', ${wireInstant(sql`a.heartbeat_at`)}, 'error', ${error}::jsonb))
      where a.workspace_id = ${claim.workspaceId} and a.id = ${claim.actionId}
        and a.status is not distinct from 'executing' and a.claim_id = ${claim.claimId}
      returning *
    ), event as (${appendEvents("finished", sql`${`action.${status}`}`, by, extra)})
    select * from finished`.execute(db);
  return rows[0];
}

/** Prolongs a lease that has not run out; false means it is lost, and the handler should stop. */
export async function extendLease(db: Kysely<Schema>, claim: ClaimKey, leaseSeconds: number): Promise<boolean> {
  const { rows } = await sql`
    update action set lease_until = now() + make_interval(secs => ${leaseSeconds}), heartbeat_at = now()
    where workspace_id = ${claim.workspaceId} and id = ${claim.actionId}
      and status = 'executing' and claim_id = ${claim.claimId} and lease_until > now()
    returning id`.execute(db);
  return rows.length === 1;
}

/** Puts what a lost execution reported on the timeline; the row stays as it is. */
export async function recordLateReport(
  db: Kysely<Schema>,
  claim: ClaimKey,
  by: Actor,
  ending: Ending,
): Promise<void> {
  const message = ending.outcome === "failed" ? ending.error.message : undefined;
  const report = { outcome: ending.outcome, message };
  await sql`with late as (
      select * from action where workspace_id = ${claim.workspaceId} and id = ${claim.actionId} and attempt > 0
    ) ${appendEvents("late", sql`'action.late_report'`, by, { report, claim: claim.claimId })}`.execute(db);
}
