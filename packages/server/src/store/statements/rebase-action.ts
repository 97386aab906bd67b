import { sql, type Kysely } from "kysely";
import { NEXT } from "../../core/lifecycle.ts";
import type { Schema } from "../schema.ts";
import { isCallable, mayDecide } from "./tool-rights.ts";
import { appendEvents, type ActionRow, type Actor } from "./row.ts";

export interface Rebase {
  workspaceId: string;
  /** The action that is carried over. */
  id: string;
  seenVersion: number;
  by: Actor;
  decisionId: string;
  comment: string;
  channel: string;
  /** What of the call is not carried over. */
  leftOut: readonly string[];
  /** The action that takes its place: what of the call still stands over the target as it is now. */
  next: {
    id: string;
    toolInput: string;
    /** Of the input as far as two calls mean the same, hex. */
    repeatHash: string;
    preview: string;
    snapshot: string;
    current: string | null;
    proposed: string | null;
    digest: string;
    risk: number;
    ratedRisk: number | null;
    vetted: boolean;
  };
}

/**
 * Sends a pending action back and stores what of the call still stands over the target as it is now in its place, as its proposer's own,
 * with both audit rows in one statement. No row back means someone was first or a right is gone; nothing was written then.
 */
export async function rebaseAction(db: Kysely<Schema>, rebase: Rebase): Promise<ActionRow | undefined> {
  const { workspaceId, id, by, next, channel, comment } = rebase;
  const leftOut = rebase.leftOut.length > 0 ? { leftOut: rebase.leftOut } : {};
  const { rows } = await sql<ActionRow>`
    with moved as (
      update action a set status = ${NEXT.pending.refine}, version = a.version + 1, superseded_by = ${next.id},
        resolved_at = now(), resolved_kind = ${by.kind}, resolved_by = ${by.id}, resolved_name = ${by.name}
      where a.workspace_id = ${workspaceId} and a.id = ${id} and a.status = 'pending' and a.version = ${rebase.seenVersion}
        and (a.source = 'server' or a.source like 'connection:%') and (a.expires_at is null or a.expires_at > now())
        and ${mayDecide("a", sql`${by.id}`)}
        and exists (select from tool t join api_key k on k.workspace_id = t.workspace_id and t.group_names && k.groups
          where t.workspace_id = a.workspace_id and t.name = a.tool_name and ${isCallable("t")}
            and t.risk <= coalesce(k.max_risk, 5) and t.source = a.source
            and t.definition_hash = a.tool_hash and k.id = a.proposed_by and k.kind = 'agent' and k.revoked_at is null)
      returning *
    ), decided as (
      insert into decision (workspace_id, id, action_id, verdict, by_kind, by_id, by_name, digest, comment, channel)
      select workspace_id, ${rebase.decisionId}, id, 'refine', ${by.kind}, ${by.id}, ${by.name}, digest, ${comment}, ${channel}
      from moved
      returning *
    ), stored as (
      insert into action (workspace_id, id, tool_name, tool_hash, source, effect, risk, rated_risk, vetted, tool_input, repeat_hash, effective_input, preview,
        target, snapshot, current, proposed, digest, caption, status, mission_id, session_id, batch_id, proposed_kind,
        proposed_by, proposed_name, request_hash, supersedes, expires_at, remind_at, reminded_at,
        escalate_at, escalated_at, escalated_to)
      select workspace_id, ${next.id}, tool_name, tool_hash, source, effect, ${next.risk}, ${next.ratedRisk}::smallint, ${next.vetted}, ${next.toolInput}, decode(${next.repeatHash}, 'hex'), ${next.toolInput}, ${next.preview},
        target, ${next.snapshot}, ${next.current}, ${next.proposed}, ${next.digest}, caption, 'pending', mission_id, session_id,
        batch_id, proposed_kind, proposed_by, proposed_name, request_hash, id, expires_at, remind_at, reminded_at,
        escalate_at, escalated_at, escalated_to
      from moved
      returning *
    ), event as (${appendEvents(
      "moved",
      sql`'action.refined'`,
      by,
      { channel, comment, supersededBy: next.id, ...leftOut },
      { decisions: "decided" },
    )})
    , answer as (${appendEvents("stored", sql`'action.rebased'`, by, { channel, supersedes: id, ...leftOut })})
    select * from stored`.execute(db);
  return rows[0];
}
