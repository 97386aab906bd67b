import { sql, type Kysely, type RawBuilder } from "kysely";
import type { ActionStatus, Verdict } from "@countersign/protocol";
import type { Schema } from "../schema.ts";
import { appendEvents, type ActionRow, type Actor } from "./row.ts";

/** What an edit replaces; the rest of the row stays as proposed. */
export interface EditedParts {
  userEdits: string;
  effectiveInput: string;
  preview: string;
  previewWanted: boolean;
  current: string | null;
  proposed: string | null;
}

export interface Move {
  workspaceId: string;
  id: string;
  /** Statuses the lifecycle lets this move start from. */
  from: readonly ActionStatus[];
  to: ActionStatus;
  /** The version the mover saw; any change since then wins. */
  seenVersion: number;
  by: Actor;
  event: string;
  extra?: object;
  digest: string;
  edited?: EditedParts;
  decision?: { id: string; verdict: Verdict; comment: string | null; channel: string };
  /** The mover must hold a right to decide at this moment, in this statement. */
  needsApprover?: boolean;
  /** The tool must still be the one the reviewer saw. */
  needsSameTool?: boolean;
  error?: string | null;
  result?: string | null;
}

/**
 * Moves one action by a person's or the proposer's act: the row, its decision and its audit row in one statement. No row
 * back means someone was first, the row expired, or a right is gone; nothing was written then.
 */
export async function moveAction(db: Kysely<Schema>, move: Move): Promise<ActionRow | undefined> {
  const { workspaceId, id, by } = move;
  // The status in a form no index serves, see `claimActions`.
  const guards: RawBuilder<unknown>[] = [
    sql`a.workspace_id = ${workspaceId}`,
    sql`a.id = ${id}`,
    sql`array_position(${[...move.from]}::text[], a.status) is not null`,
    sql`a.version = ${move.seenVersion}`,
    sql`(a.status <> 'pending' or a.expires_at is null or a.expires_at > now())`,
  ];
  if (move.needsApprover) {
    guards.push(sql`exists (select from member m where m.workspace_id = a.workspace_id and m.user_id = ${by.id}
      and m.role in ('approver', 'admin'))`);
  }
  if (move.needsSameTool) {
    guards.push(sql`exists (select from tool t where t.workspace_id = a.workspace_id and t.name = a.tool_name
      and t.enabled and t.source = a.source and t.definition_hash = a.tool_hash)`);
  }
  const { rows } = await sql<ActionRow>`
    with moved as (
      update action a set ${sql.join(assignments(move))}
      where ${sql.join(guards, sql` and `)}
      returning *
    ) ${move.decision ? sql`, decided as (${insertDecision(move, move.decision)})` : sql``}
    , event as (${appendEvents("moved", sql`${move.event}`, by, move.extra)})
    select * from moved`.execute(db);
  return rows[0];
}

function assignments(move: Move): RawBuilder<unknown>[] {
  const set = [
    sql`status = ${move.to}`,
    sql`version = a.version + 1`,
    sql`digest = ${move.digest}`,
    sql`resolved_at = now()`,
    sql`resolved_kind = ${move.by.kind}`,
    sql`resolved_by = ${move.by.id}`,
    sql`resolved_name = ${move.by.name}`,
  ];
  if (move.edited) {
    const { userEdits, effectiveInput, preview, previewWanted, current, proposed } = move.edited;
    set.push(sql`user_edits = ${userEdits}, effective_input = ${effectiveInput}, preview = ${preview},
      preview_wanted = ${previewWanted}, current = ${current}, proposed = ${proposed}`);
  }
  if (move.error !== undefined) set.push(sql`error = ${move.error}`);
  if (move.result !== undefined) set.push(sql`result = ${move.result}`);
  if (move.to === "executed") set.push(sql`executed_at = now()`);
  return set;
}

const insertDecision = (move: Move, decision: NonNullable<Move["decision"]>) => sql`
  insert into decision (workspace_id, id, action_id, verdict, by_kind, by_id, by_name, digest, user_edits, comment, channel)
  select workspace_id, ${decision.id}, id, ${decision.verdict}, ${move.by.kind}, ${move.by.id}, ${move.by.name}, digest,
    ${move.edited?.userEdits ?? null}, ${decision.comment}, ${decision.channel}
  from moved`;
