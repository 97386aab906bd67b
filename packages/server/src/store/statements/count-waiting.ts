import { sql, type Kysely } from "kysely";
import type { Schema } from "../schema.ts";
import type { ActionFilter } from "../../ports/actions.ts";

/** Number of pending actions with one risk, or from one agent; the other column is null. */
export interface WaitingRow {
  risk: number | null;
  proposedBy: string | null;
  proposedName: string;
  count: number;
  oldestAt: Date;
}

/** Counts pending actions by risk and by agent, in one pass over them. */
export async function countWaiting(
  db: Kysely<Schema>,
  workspaceId: string,
  filter: Pick<ActionFilter, "sessionId" | "missionId" | "proposedBy">,
): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select risk, proposed_by, max(proposed_name) as proposed_name, count(*) as count, min(created_at) as oldest_at
    from action
    where workspace_id = ${workspaceId} and status = 'pending'
      ${filter.sessionId === undefined ? sql`` : sql`and session_id = ${filter.sessionId}`}
      ${filter.missionId === undefined ? sql`` : sql`and mission_id = ${filter.missionId}`}
      ${filter.proposedBy === undefined ? sql`` : sql`and proposed_by = ${filter.proposedBy}`}
    group by grouping sets ((risk), (proposed_by))`.execute(db);
  return rows;
}
