import { sql, type Kysely } from "kysely";
import type { TargetState } from "@countersign/protocol";
import type { Schema } from "../schema.ts";
import { appendEvents, SYSTEM, type ActionRow } from "./row.ts";

export type WatchedRow = Pick<
  ActionRow,
  "workspaceId" | "id" | "toolName" | "source" | "effectiveInput" | "target" | "snapshot" | "proposedBy" | "targetSeen"
>;

/** Pending actions with a versioned target this server can read, in a fixed order after `after`, so that each is visited. */
export async function findWatched(
  db: Kysely<Schema>,
  after: { workspaceId: string; id: string },
  limit: number,
): Promise<WatchedRow[]> {
  const { rows } = await sql<WatchedRow>`
    select workspace_id, id, tool_name, source, effective_input, target, snapshot, proposed_by, target_seen
    from action
    where status = 'pending' and snapshot is not null and (source = 'server' or source like 'connection:%')
      and (workspace_id, id) > (${after.workspaceId}, ${after.id})
      and (expires_at is null or expires_at > now())
      and not exists (select from archived_workspace z where z.workspace_id = action.workspace_id)
    order by workspace_id, id limit ${limit}`.execute(db);
  return rows;
}

/**
 * Records that the target differs from the proposal, or matches it again, once per observed state. A constantly changing target
 * is logged at most once per `quietSeconds`, so that it cannot flood the log.
 */
export async function recordTargetSeen(
  db: Kysely<Schema>,
  seen: { workspaceId: string; id: string; token: string | null; state: TargetState; quietSeconds: number },
): Promise<boolean> {
  const { rows } = await sql`
    with seen as (
      update action a set version = a.version + 1, target_seen = ${seen.token}::text, target_seen_at = now(),
        target_changed_at = case when ${seen.token}::text is not null then now() end
      where a.workspace_id = ${seen.workspaceId} and a.id = ${seen.id} and a.status = 'pending'
        and a.target_seen is distinct from ${seen.token}::text
        and (a.target_seen_at is null or a.target_seen_at <= now() - make_interval(secs => ${seen.quietSeconds}))
      returning *
    ), event as (${appendEvents("seen", sql`'action.target_changed'`, SYSTEM, { targetState: seen.state, targetSnapshot: seen.token })})
    select id from seen`.execute(db);
  return rows.length === 1;
}
