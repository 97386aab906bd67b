import { sql, type Kysely, type RawBuilder } from "kysely";
import type { Schema } from "../schema.ts";

/**
 * Whether an agent with private sessions took part in this session and does not act for this person. A person's own conversation is
 * never closed to them.
 */
export const isClosedTo = (
  userId: string,
  { workspaceId, sessionId }: { workspaceId: RawBuilder<unknown>; sessionId: RawBuilder<unknown> },
) => sql<boolean>`(exists (
    select from api_key k
    where k.workspace_id = ${workspaceId} and k.private_sessions and k.acts_for is distinct from ${userId}::text
      and (exists (select from action a
          where a.workspace_id = k.workspace_id and a.session_id = ${sessionId} and a.proposed_by = k.id limit 1)
        or exists (select from chat_session c
          where c.workspace_id = k.workspace_id and c.id = ${sessionId} and c.agent_id = k.id)
        or exists (select from chat_message m
          where m.workspace_id = k.workspace_id and m.session_id = ${sessionId} and m.by_kind = 'agent' and m.by_id = k.id))
  ) and not exists (select from chat_session c
    where c.workspace_id = ${workspaceId} and c.id = ${sessionId} and c.owner_id = ${userId}))`;

/** Like \`isClosedTo\`, for one session. */
export async function isClosedSession(
  db: Kysely<Schema>,
  session: { workspaceId: string; sessionId: string; userId: string },
): Promise<boolean> {
  const { workspaceId, sessionId, userId } = session;
  const closed = isClosedTo(userId, { workspaceId: sql`${workspaceId}`, sessionId: sql`${sessionId}` });
  const { rows } = await sql<{ closed: boolean }>`select ${closed} as closed`.execute(db);
  return rows[0]?.closed ?? false;
}
