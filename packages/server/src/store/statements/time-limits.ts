import { sql, type Kysely } from "kysely";
import type { Schema } from "../schema.ts";
import { appendEventsOf, wireInstant, type Actor } from "./row.ts";

export interface TimeLimitChange {
  workspaceId: string;
  actionId: string;
  /** Null: the action waits for any time. */
  expiresAt: Date | null;
  /** The end that the person saw, in milliseconds as on the wire; null for none. */
  seen: Date | null;
  by: Actor;
}

/**
 * Changes when a pending action expires, and appends the event. False if the action is not pending or its time is over, if it ends
 * at another instant than `seen` by now, or if the new end has passed or is later than the latest one; then nothing was written.
 */
export async function changeTimeLimit(
  db: Kysely<Schema>,
  { workspaceId, actionId, expiresAt, seen, by }: TimeLimitChange,
): Promise<boolean> {
  const end = sql`${expiresAt}::timestamptz`;
  const { rows } = await sql`
    with changed as (
      update action a set expires_at = ${end}
      where a.workspace_id = ${workspaceId} and a.id = ${actionId} and a.status = 'pending'
        and (a.expires_at is null or a.expires_at > now())
        and date_trunc('milliseconds', a.expires_at) is not distinct from ${seen}::timestamptz
        and (${end} is null or ${end} > now())
        and (a.latest_expires_at is null or ${end} <= a.latest_expires_at)
      returning a.*
    ), event as (${appendEventsOf("changed", {
      kind: sql`'action.time_limit_changed'`,
      actor: by,
      extra: sql`jsonb_build_object('expiresAt', ${wireInstant(sql`a.expires_at`)}, 'formerExpiresAt', ${wireInstant(sql`${seen}::timestamptz`)})`,
    })})
    select 1 from changed`.execute(db);
  return rows.length === 1;
}
