import { sql, type Kysely } from "kysely";
import type { Schema } from "../schema.ts";
import { policyEpochOf } from "./policy-facts.ts";
import { appendEventsOf, wireInstant, type Actor } from "./row.ts";

export interface TimeLimitChange {
  workspaceId: string;
  actionId: string;
  /** Null: the action waits for any time. */
  expiresAt: Date | null;
  /** The end that the person saw, in milliseconds as on the wire; null for none. */
  seen: Date | null;
  by: Actor;
  /** The policy epoch under which the right was judged; under another nothing is written. */
  policyEpoch: number;
  /** The delegator in whose place it is done, until the delegation ends. */
  delegator?: { id: string; name: string; endsAt: string } | undefined;
}

/**
 * Changes when a pending action expires, and appends the event. False if the action is not pending or its time is over, if it ends
 * at another instant than `seen` by now, if the new end has passed or is later than the latest one, or if the policy changed or the
 * delegation ended after the right was judged; then nothing was written.
 */
export async function changeTimeLimit(
  db: Kysely<Schema>,
  { workspaceId, actionId, expiresAt, seen, by, policyEpoch, delegator }: TimeLimitChange,
): Promise<boolean> {
  const end = sql`${expiresAt}::timestamptz`;
  const onBehalfOf = delegator ? { onBehalfOf: { id: delegator.id, name: delegator.name } } : {};
  const { rows } = await sql`
    with changed as (
      update action a set expires_at = ${end}
      where a.workspace_id = ${workspaceId} and a.id = ${actionId} and a.status = 'pending'
        and (a.expires_at is null or a.expires_at > now())
        and date_trunc('milliseconds', a.expires_at) is not distinct from ${seen}::timestamptz
        and (${end} is null or ${end} > now())
        and (a.latest_expires_at is null or ${end} <= a.latest_expires_at)
        and ${policyEpochOf(sql`a.workspace_id`)} = ${policyEpoch}::bigint
        and (${delegator?.endsAt ?? null}::timestamptz is null or now() < ${delegator?.endsAt ?? null}::timestamptz)
      returning a.*
    ), event as (${appendEventsOf("changed", {
      kind: sql`'action.time_limit_changed'`,
      actor: by,
      extra: sql`jsonb_build_object('expiresAt', ${wireInstant(sql`a.expires_at`)}, 'formerExpiresAt', ${wireInstant(sql`${seen}::timestamptz`)})
        || ${JSON.stringify(onBehalfOf)}::jsonb`,
    })})
    select 1 from changed`.execute(db);
  return rows.length === 1;
}
