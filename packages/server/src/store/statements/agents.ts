import { sql, type Kysely } from "kysely";
import type { Schema } from "../schema.ts";

export interface AgentRow {
  id: string;
  name: string;
  groups: string[];
  inClient: boolean;
  maxRisk: number | null;
  actsFor: string | null;
  oauthClientId: string | null;
  selfConfirmMaxRisk: number | null;
  privateSessions: boolean;
  createdAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
  pending: number;
}

/** Agents of a workspace with their number of pending actions, newest first; with `id`, only that one. */
export async function listAgents(db: Kysely<Schema>, workspaceId: string, id?: string): Promise<AgentRow[]> {
  const { rows } = await sql<AgentRow>`
    select k.id, k.name, k.groups, k.in_client, k.max_risk, k.acts_for, k.self_confirm_max_risk, k.oauth_client_id, k.private_sessions, k.created_at,
      greatest(k.last_used_at, k.former_used_at) as last_used_at, k.revoked_at,
      (select count(*) from action a where a.workspace_id = k.workspace_id and a.status = 'pending' and a.proposed_by = k.id)::int
        as pending
    from api_key k
    where k.workspace_id = ${workspaceId} and k.kind = 'agent' ${id === undefined ? sql`` : sql`and k.id = ${id}`}
    order by k.created_at desc, k.id`.execute(db);
  return rows;
}

export const findLiveAgents = (db: Kysely<Schema>, workspaceId: string) =>
  db
    .selectFrom("apiKey")
    .select(["id", "name", "groups", "maxRisk", "inClient", "actsFor", "selfConfirmMaxRisk"])
    .where("workspaceId", "=", workspaceId)
    .where("kind", "=", "agent")
    .where("revokedAt", "is", null)
    .execute();

/** Returns the agent's current row; undefined if its key is revoked. */
export const findLiveAgent = (db: Kysely<Schema>, workspaceId: string, id: string) =>
  db
    .selectFrom("apiKey")
    .select(["id", "name", "groups", "maxRisk", "inClient", "actsFor", "selfConfirmMaxRisk"])
    .where("workspaceId", "=", workspaceId)
    .where("id", "=", id)
    .where("kind", "=", "agent")
    .where("revokedAt", "is", null)
    .executeTakeFirst();
