import { sql, type Kysely } from "kysely";
import type { Schema } from "../schema.ts";

/** Marks a request state as used. Returns true only for its first use; of concurrent callers one gets true. */
export async function takeRequestState(
  db: Kysely<Schema>,
  { workspaceId, nonce, lifetimeSeconds }: { workspaceId: string; nonce: string; lifetimeSeconds: number },
): Promise<boolean> {
  const { rows } = await sql`
    with gone as (
      delete from mcp_request_state where workspace_id = ${workspaceId} and expires_at < now()
    )
    insert into mcp_request_state (workspace_id, nonce, expires_at)
    values (${workspaceId}, ${nonce}, now() + ${lifetimeSeconds}::double precision * interval '1 second')
    on conflict do nothing returning nonce`.execute(db);
  return rows.length > 0;
}
