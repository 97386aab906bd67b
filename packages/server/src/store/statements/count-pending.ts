import { sql, type Kysely } from "kysely";
import type { Schema } from "../schema.ts";

/** Number of pending actions of one agent; counts up to `most`. */
export async function countPending(db: Kysely<Schema>, workspaceId: string, proposedBy: string, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from action where workspace_id = ${workspaceId} and status = 'pending' and proposed_by = ${proposedBy} limit ${most}
    ) p`.execute(db);
  return rows[0]?.count ?? 0;
}
