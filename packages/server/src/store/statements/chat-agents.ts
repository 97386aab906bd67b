import { sql, type Kysely, type Selectable } from "kysely";
import type { ChatAgentTable } from "../chat-tables.ts";
import type { Schema } from "../schema.ts";

/** An agent's chat settings, with its current name and groups. */
export type ChatAgentRow = Selectable<ChatAgentTable> & {
  name: string;
  groups: string[];
  revoked: boolean;
  /** Connector of its connection; null if it has none or the connection is gone. */
  connector: string | null;
  connectionName: string | null;
};

/** Chat agents sorted by name; with `id`, only that one. */
export async function listChatAgents(db: Kysely<Schema>, workspaceId: string, id?: string): Promise<ChatAgentRow[]> {
  const { rows } = await sql<ChatAgentRow>`
    select c.*, k.name, k.groups, k.revoked_at is not null as revoked, n.connector, n.name as connection_name
    from chat_agent c
    join api_key k on k.workspace_id = c.workspace_id and k.id = c.agent_id
    left join connection n on n.workspace_id = c.workspace_id and n.id = c.connection_id
    where c.workspace_id = ${workspaceId} ${id === undefined ? sql`` : sql`and c.agent_id = ${id}`}
    order by k.name, c.agent_id`.execute(db);
  return rows;
}

/** Makes the workspace's oldest agent available for chat, if no agent is. */
export async function ensureChatAgent(db: Kysely<Schema>, workspaceId: string): Promise<void> {
  await sql`
    insert into chat_agent (workspace_id, agent_id)
    select k.workspace_id, k.id from api_key k
    where k.workspace_id = ${workspaceId} and k.kind = 'agent' and k.revoked_at is null
      and not exists (select from chat_agent c where c.workspace_id = k.workspace_id)
    order by k.created_at, k.id limit 1
    on conflict do nothing`.execute(db);
}

export async function upsertChatAgent(
  db: Kysely<Schema>,
  key: { workspaceId: string; agentId: string },
  values: Partial<Omit<Selectable<ChatAgentTable>, "workspaceId" | "agentId">>,
): Promise<void> {
  const row = { ...key, ...values };
  await db
    .insertInto("chatAgent")
    .values(row)
    .onConflict((conflict) => conflict.columns(["workspaceId", "agentId"]).doUpdateSet(row))
    .execute();
}
