import { sql, type Kysely } from "kysely";
import { NEXT } from "../../core/lifecycle.ts";
import type { Schema } from "../schema.ts";
import type { ClaimKey } from "./finish-execution.ts";
import { appendEvents, type Actor } from "./row.ts";

/**
 * Gives up a claim that was delivered to nobody: the action waits as if it had not been taken, whatever its effect class,
 * and the attempt is not counted. Only while the claim is the row's own.
 */
export async function handBackClaim(db: Kysely<Schema>, claim: ClaimKey, by: Actor): Promise<boolean> {
  const { rows } = await sql`
    with back as (
      update action a set status = ${NEXT.executing.requeue}, version = a.version + 1, claim_id = null, claimed_by = null,
        lease_until = null, attempt = a.attempt - 1, attempts = a.attempts - (-1)
      where a.workspace_id = ${claim.workspaceId} and a.id = ${claim.actionId}
        and a.status is not distinct from 'executing' and a.claim_id = ${claim.claimId}
      returning *
    ), event as (${appendEvents("back", sql`'action.requeued'`, by, { note: "The claim reached nobody." })})
    select id from back`.execute(db);
  return rows.length === 1;
}
