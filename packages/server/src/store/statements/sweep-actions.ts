import { sql, type Kysely } from "kysely";
import { NEXT } from "../../core/lifecycle.ts";
import type { Schema } from "../schema.ts";
import { appendEvents, SYSTEM, wireInstant, type ActionRow } from "./row.ts";

/** After so many lost attempts even a tool that may be rerun is put before a person: it may be what kills its executor. */
const MOST_ATTEMPTS = 5;

/**
 * Ends executions whose lease ran out. What may be rerun is approved again, with the same key; for the rest nobody knows
 * whether it happened, and a person is asked.
 */
export async function recoverLostExecutions(db: Kysely<Schema>): Promise<ActionRow[]> {
  const { rows } = await sql<ActionRow>`
    with lost as (
      select workspace_id, id from action
      where status = 'executing' and lease_until < now()
      order by lease_until limit 100
      for update skip locked
    ), recovered as (
      update action a set version = a.version + 1, claim_id = null, lease_until = null,
        status = case when a.effect = 'unsafe' or a.attempt >= ${MOST_ATTEMPTS} then ${NEXT.executing.lose} else ${NEXT.executing.requeue} end,
        attempts = jsonb_set(a.attempts, '{-1}', a.attempts -> -1 || jsonb_build_object('outcome', 'lost',
          'endedAt', ${wireInstant(sql`now()`)}, 'lastSignAt', ${wireInstant(sql`a.heartbeat_at`)}))
      from lost
      where a.workspace_id = lost.workspace_id and a.id = lost.id and a.status = 'executing'
      returning a.*
    ), event as (${appendEvents("recovered", sql`case when a.status = ${NEXT.executing.lose} then 'action.outcome_unknown' else 'action.requeued' end`, SYSTEM)})
    select * from recovered`.execute(db);
  return rows;
}

/**
 * Ends pending actions whose lifetime is over; nobody rejected them and the record says so. Asked about one action it waits
 * for whoever is at its row, so that the row says afterwards what became of it; a sweep passes over rows in other hands.
 */
export async function expireActions(db: Kysely<Schema>, only?: { workspaceId: string; id: string }): Promise<ActionRow[]> {
  const which = only
    ? sql`and workspace_id = ${only.workspaceId} and id = ${only.id} for update`
    : sql`order by expires_at limit 500 for update skip locked`;
  const { rows } = await sql<ActionRow>`
    with due as (
      select workspace_id, id from action
      where status = 'pending' and expires_at <= now() ${which}
    ), expired as (
      update action a set status = ${NEXT.pending.expire}, version = a.version + 1, resolved_at = now(),
        resolved_kind = ${SYSTEM.kind}, resolved_by = ${SYSTEM.id}, resolved_name = ${SYSTEM.name}
      from due
      where a.workspace_id = due.workspace_id and a.id = due.id and a.status = 'pending'
      returning a.*
    ), event as (${appendEvents("expired", sql`'action.expired'`, SYSTEM)})
    select * from expired`.execute(db);
  return rows;
}
