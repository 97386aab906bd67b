import { sql, type Kysely } from "kysely";
import { NEXT } from "../../core/lifecycle.ts";
import type { Schema } from "../schema.ts";
import { copied, insertAction, type NewActionColumns } from "./new-action-columns.ts";
import { policyEpochOf } from "./policy-facts.ts";
import { holderOf } from "./assignments.ts";
import { appendEvents, isCompleted, type ActionRow, type Actor } from "./row.ts";

export interface Rebase {
  workspaceId: string;
  /** The action to carry over. */
  id: string;
  seenVersion: number;
  /** The policy epoch under which the decision was judged; under another nothing is written. */
  policyEpoch: number;
  by: Actor;
  decisionId: string;
  comment: string;
  channel: string;
  /** Parts of the call that are not carried over. */
  leftOut: readonly string[];
  /** The replacement action: the part of the call that still applies to the current target. */
  next: {
    id: string;
    toolInput: string;
    /** Hash of the normalized input, in hex, for recognising repeated calls. */
    repeatHash: string;
    preview: string;
    snapshot: string;
    current: string | null;
    proposed: string | null;
    digest: string;
    risk: number;
    ratedRisk: number | null;
    vetted: boolean;
    routing: string | null;
  };
}

/**
 * Refines a pending action and stores its replacement over the current target, with the original proposer, and both audit rows,
 * in one statement. Undefined if another change or a change of the policy was first; then nothing was written.
 */
export async function rebaseAction(db: Kysely<Schema>, rebase: Rebase): Promise<ActionRow | undefined> {
  const { workspaceId, id, by, next, channel, comment } = rebase;
  const leftOut = rebase.leftOut.length > 0 ? { leftOut: rebase.leftOut } : {};
  const { rows } = await sql<ActionRow>`
    with holder as (${holderOf(workspaceId, id)}), moved as (
      update action a set status = ${NEXT.pending.refine}, version = a.version + 1, superseded_by = ${next.id},
        resolved_at = now(), resolved_kind = ${by.kind}, resolved_by = ${by.id}, resolved_name = ${by.name}
      where a.workspace_id = ${workspaceId} and a.id = ${id} and a.status = 'pending' and a.version = ${rebase.seenVersion}
        and (a.expires_at is null or a.expires_at > now())
        and ${policyEpochOf(sql`a.workspace_id`)} = ${rebase.policyEpoch}::bigint and ${isCompleted("holder")}
      returning *
    ), decided as (
      insert into decision (workspace_id, id, action_id, verdict, by_kind, by_id, by_name, digest, comment, channel)
      select workspace_id, ${rebase.decisionId}, id, 'refine', ${by.kind}, ${by.id}, ${by.name}, digest, ${comment}, ${channel}
      from moved
      returning *
    ), stored as (
      ${insertAction(columnsOf(next))}
      from moved
      returning *
    ), assigned as (
      insert into assignment (workspace_id, action_id, user_id)
      select m.workspace_id, m.superseded_by, h.user_id from moved m, holder h
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

/** The replacement: its own call and state of the target, everything else of the original in `moved`. */
const columnsOf = (next: Rebase["next"]): NewActionColumns => ({
  ...copied(),
  id: sql`${next.id}`,
  risk: sql`${next.risk}::smallint`,
  ratedRisk: sql`${next.ratedRisk}::smallint`,
  vetted: sql`${next.vetted}::boolean`,
  routing: sql`${next.routing}`,
  toolInput: sql`${next.toolInput}`,
  repeatHash: sql`decode(${next.repeatHash}, 'hex')`,
  effectiveInput: sql`${next.toolInput}`,
  preview: sql`${next.preview}`,
  // Drawn by this server, over the target as it is now.
  previewWanted: sql`false`,
  snapshot: sql`${next.snapshot}`,
  current: sql`${next.current}`,
  proposed: sql`${next.proposed}`,
  digest: sql`${next.digest}`,
  status: sql`'pending'`,
  workspaceId: sql`workspace_id`,
  proposedKind: sql`proposed_kind`,
  proposedBy: sql`proposed_by`,
  proposedName: sql`proposed_name`,
  supersedes: sql`id`,
  expiresAt: sql`expires_at`,
  latestExpiresAt: sql`latest_expires_at`,
  remindAt: sql`remind_at`,
  remindedAt: sql`reminded_at`,
  escalateAt: sql`escalate_at`,
  escalatedAt: sql`escalated_at`,
  escalatedTo: sql`escalated_to`,
});
