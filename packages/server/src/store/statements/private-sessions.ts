import { sql, type Kysely } from "kysely";
import type { Schema } from "../schema.ts";

/** Whether an agent with private sessions proposed in this session and does not act for this person. */
export async function isClosedSession(
  db: Kysely<Schema>,
  session: { workspaceId: string; sessionId: string; userId: string },
): Promise<boolean> {
  const { workspaceId, sessionId, userId } = session;
  const { rows } = await sql<{ closed: boolean }>`
    select exists (
      select from api_key k
      where k.workspace_id = ${workspaceId} and k.private_sessions and k.acts_for is distinct from ${userId}::text
        and exists (select from action a
          where a.workspace_id = k.workspace_id and a.session_id = ${sessionId} and a.proposed_by = k.id limit 1)
    ) as closed`.execute(db);
  return rows[0]?.closed ?? false;
}
