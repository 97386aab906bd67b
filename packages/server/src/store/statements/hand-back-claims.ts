import { sql, type Kysely } from "kysely";
import { NEXT } from "../../core/lifecycle.ts";
import type { Schema } from "../schema.ts";
import { appendEvents, type Actor } from "./row.ts";

/**
 * Releases claims that reached no handler: their actions wait as if never claimed, whatever their effect class, and the
 * attempts do not count. `names` are claim ids, or the `run` of a claiming statement for all its claims. Only current claims
 * are released; returns the affected actions.
 */
export async function handBackClaims(
  db: Kysely<Schema>,
  names: readonly string[],
  by: Actor,
  note: string,
): Promise<{ workspaceId: string; id: string }[]> {
  if (names.length === 0) return [];
  const claims = sql`array(select json_array_elements_text(${JSON.stringify(names)}::json))`;
  const { rows } = await sql<{ workspaceId: string; id: string }>`
    with back as (
      update action a set status = ${NEXT.executing.requeue}, version = a.version + 1, claim_id = null, claimed_by = null,
        lease_until = null, attempt = a.attempt - 1, attempts = a.attempts - (-1)
      where a.status = 'executing' and (a.claim_id = any(${claims}) or split_part(a.claim_id, '.', 1) = any(${claims}))
      returning *
    ), event as (${appendEvents("back", sql`'action.requeued'`, by, { note })})
    select workspace_id, id from back`.execute(db);
  return rows;
}
