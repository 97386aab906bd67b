import { sql, type Kysely } from "kysely";
import type { ActionStatus, Failure } from "@countersign/protocol";
import { NEXT } from "../../core/lifecycle.ts";
import { compileOnce } from "../compile-once.ts";
import { recordset } from "../recordset.ts";
import type { Schema } from "../schema.ts";
import { isStopped } from "./emergency-stop.ts";
import { appendEvents, appendEventsOf, lockActions, wireInstant, type ActionRow, type Actor } from "./row.ts";

/** A result of which the action stores only the beginning, and the replacement if the whole cannot be kept. */
export interface WholeResult {
  /** The whole result as JSON text. */
  text: string;
  /** The result to store if the whole one cannot be stored: its size and its beginning. */
  unkept: string;
}

export type Ending =
  | { outcome: "executed"; result: string; whole?: WholeResult }
  /** `result` is the other side's answer beside the failure, if there is one. */
  | { outcome: "failed"; error: Failure; result?: string; whole?: WholeResult }
  /** The executor cannot determine whether an earlier attempt took effect. */
  | { outcome: "lost"; note: string };

const STATUS = {
  executed: NEXT.executing.succeed,
  failed: NEXT.executing.fail,
  lost: NEXT.executing.lose,
} as const satisfies Record<Ending["outcome"], ActionStatus>;

/** One execution, identified by its fencing token. */
export interface ClaimKey {
  workspaceId: string;
  actionId: string;
  claimId: string;
}

/** The columns that an ending changes. */
export type Finished = Pick<ActionRow, "status" | "version" | "result" | "error" | "executedAt">;

/** Records one ending; see `finishExecutions`. */
export const finishExecution = async (
  db: Kysely<Schema>,
  claim: ClaimKey,
  by: Actor,
  ending: Ending,
): Promise<Finished | undefined> => (await finishExecutions(db, [{ claim, by, ending }]))[0];

/**
 * Records the endings of executions, across workspaces, each only while its claim is the current one. Undefined for an ending
 * means that the claim was lost.
 */
export async function finishExecutions(db: Kysely<Schema>, endings: readonly Ended[]): Promise<(Finished | undefined)[]> {
  const rows = await tryFinish(db, endings);
  // A concurrent heartbeat may change the row during the lock wait, which looks like a lost claim; a retry tells them apart.
  const missed = endings.filter((_, n) => rows[n] === undefined);
  if (missed.length === 0) return rows;
  const again = await tryFinish(db, missed);
  return rows.map((row, n) => row ?? again[missed.indexOf(endings[n]!)]);
}

export interface Ended {
  claim: ClaimKey;
  by: Actor;
  ending: Ending;
}

async function tryFinish(db: Kysely<Schema>, endings: readonly Ended[]): Promise<(Finished | undefined)[]> {
  const rows = await FINISH(db, { endings: ENDINGS.toJson(endings.map(toRecord)) });
  const byEnding = new Map(rows.map((row) => [row.endingN, row]));
  return endings.map((_, n) => byEnding.get(n));
}

const ENDED_BY = { kind: sql`a.by_kind`, id: sql`a.by_id`, name: sql`a.by_name` };

/** An ending as it is passed to the statement: the parameter's rows, read as `e`. */
const ENDINGS = recordset("e", {
  n: "int",
  workspaceId: "text",
  actionId: "text",
  claimId: "text",
  byKind: "text",
  byId: "text",
  byName: "text",
  status: "text",
  outcome: "text",
  result: "text",
  error: "text",
  extra: "jsonb",
});

const FINISH = compileOnce<{ endings: string }, Finished & { endingN: number }>(
  (value) => sql`
    with ending as materialized (
      select * from ${ENDINGS.from(value("endings"))}
    ), locked as (${lockActions(sql`select "workspaceId" as workspace_id, "actionId" as id from ending`)}
    ), finished as (
      update action a set status = e."status", version = a.version + 1, result = e."result", error = e."error",
        executed_at = case when e."outcome" = 'executed' then now() else a.executed_at end,
        claim_id = null, lease_until = null,
        attempts = jsonb_set(a.attempts, '{-1}', a.attempts -> -1 || jsonb_build_object('outcome', e."outcome",
          'endedAt', ${wireInstant(sql`now()`)}, 'lastSignAt', ${wireInstant(sql`a.heartbeat_at`)}, 'error', e."error"::jsonb))
      from ending e
      where a.ctid = any(array(select place from locked)) and a.workspace_id = e."workspaceId" and a.id = e."actionId"
        and a.status is not distinct from 'executing' and a.claim_id = e."claimId"
      returning a.*, e."n" as ending_n, e."extra" as ending_extra, e."byKind" as by_kind, e."byId" as by_id, e."byName" as by_name
    ), event as (${appendEventsOf("finished", { kind: sql`'action.' || a.status`, actor: ENDED_BY, extra: sql`a.ending_extra` })})
    select ending_n, status, version, result, error, executed_at from finished`,
);

const toRecord = ({ claim, by, ending }: Ended, n: number) => ({
  n,
  workspaceId: claim.workspaceId,
  byKind: by.kind,
  byId: by.id,
  byName: by.name,
  actionId: claim.actionId,
  claimId: claim.claimId,
  status: STATUS[ending.outcome],
  outcome: ending.outcome,
  result: ending.outcome === "lost" ? null : (ending.result ?? null),
  error: ending.outcome === "failed" ? JSON.stringify(ending.error) : null,
  extra: ending.outcome === "lost" ? { note: ending.note } : {},
});

/** Extends a lease that has not expired. False means that it is lost or everything is stopped, and the handler should abort. */
export async function extendLease(db: Kysely<Schema>, claim: ClaimKey, leaseSeconds: number): Promise<boolean> {
  const { rows } = await sql`
    update action a set lease_until = now() + make_interval(secs => ${leaseSeconds}), heartbeat_at = now()
    where workspace_id = ${claim.workspaceId} and id = ${claim.actionId}
      and status = 'executing' and claim_id = ${claim.claimId} and lease_until > now() and not ${isStopped("a")}
    returning id`.execute(db);
  return rows.length === 1;
}

/** Logs the late report of a lost execution; the row stays unchanged. */
export async function recordLateReport(db: Kysely<Schema>, claim: ClaimKey, by: Actor, ending: Ending): Promise<void> {
  const message = ending.outcome === "failed" ? ending.error.message : undefined;
  const report = { outcome: ending.outcome, message };
  await sql`with late as (
      select * from action where workspace_id = ${claim.workspaceId} and id = ${claim.actionId} and attempt > 0
    ) ${appendEvents("late", sql`'action.late_report'`, by, { report, claim: claim.claimId })}`.execute(db);
}
