import { sql, type Kysely } from "kysely";
import { NEXT } from "../../core/lifecycle.ts";
import type { Schema } from "../schema.ts";
import { appendEvents, SYSTEM, wireInstant, type ActionRow } from "./row.ts";

/** After this many lost attempts even a rerunnable tool needs a person: it may be what kills its executor. */
const MAX_ATTEMPTS = 5;

/**
 * Ends executions whose lease expired. Rerunnable ones become approved again with the same idempotency key; the others get an
 * unknown outcome, which a person must settle.
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
        status = case when a.effect = 'unsafe' or a.attempt >= ${MAX_ATTEMPTS} then ${NEXT.executing.lose} else ${NEXT.executing.requeue} end,
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
 * Expires pending actions whose lifetime is over; nobody rejected them, and the record says so. With `only`, it waits for the
 * row's lock, so that the row is up to date afterwards; a sweep skips locked rows.
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
