import { sql, type Kysely } from "kysely";
import type { Schema } from "../schema.ts";

export interface GrantPass {
  workspaceId: string;
  tokenHash: string;
  actionId: string;
  agentId: string;
  toolName: string;
  digest: string;
}

export const insertGrantPass = (db: Kysely<Schema>, pass: GrantPass, lifetimeSeconds: number) =>
  db
    .insertInto("grantPass")
    .values({
      ...pass,
      usedAt: null,
      expiresAt: sql<Date>`now() + ${lifetimeSeconds}::double precision * interval '1 second'`,
    } as never)
    .execute();

/** Uses the pass up and names its action, where it is this agent's, for this very call, not used and not over. */
export async function useGrantPass(db: Kysely<Schema>, pass: Omit<GrantPass, "actionId">): Promise<string | undefined> {
  const { workspaceId, tokenHash, agentId, toolName, digest } = pass;
  const { rows } = await sql<{ actionId: string }>`
    update grant_pass set used_at = now()
    where workspace_id = ${workspaceId} and token_hash = ${tokenHash} and agent_id = ${agentId}
      and tool_name = ${toolName} and digest = ${digest} and used_at is null and expires_at > now()
    returning action_id`.execute(db);
  return rows[0]?.actionId;
}
