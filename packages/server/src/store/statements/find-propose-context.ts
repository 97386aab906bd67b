import { sql, type Kysely } from "kysely";
import type { ActionStatus, Approval, Effect } from "@countersign/protocol";
import type { Schema } from "../schema.ts";

/** Everything that decides about one proposed call, as it is in the database now. */
export interface ProposeContext {
  n: number;
  toolName: string | null;
  source: string;
  description: string;
  title: string | null;
  inputSchema: string;
  effect: Effect;
  risk: number;
  approval: Approval;
  lifetimeSeconds: number | null;
  previews: boolean;
  definitionHash: string;
  /** The proposer's key is live and one of its groups holds the tool. */
  allowed: boolean;
  existingId: string | null;
  existingRequestHash: string | null;
  supersededStatus: ActionStatus | null;
}

interface Asked {
  toolName: string;
  idempotencyKey: string | null;
  supersedes: string | null;
}

/** One row for each asked call, in order; `toolName` is null where the workspace has no such tool. */
export async function findProposeContext(
  db: Kysely<Schema>,
  workspaceId: string,
  proposedBy: string,
  asked: readonly Asked[],
): Promise<ProposeContext[]> {
  const { rows } = await sql<ProposeContext>`
    select r."n", t.name as tool_name, t.source, t.title, t.description, t.input_schema, t.effect, t.risk, t.approval,
      t.lifetime_seconds, t.previews, t.definition_hash,
      coalesce(t.group_name = any(k.groups), false) as allowed,
      e.id as existing_id, e.request_hash as existing_request_hash, s.status as superseded_status
    from json_to_recordset(${JSON.stringify(asked.map((one, n) => ({ n, ...one })))}::json)
      as r("n" int, "toolName" text, "idempotencyKey" text, "supersedes" text)
    left join tool t on t.workspace_id = ${workspaceId} and t.name = r."toolName" and t.enabled
    left join api_key k on k.workspace_id = ${workspaceId} and k.id = ${proposedBy} and k.kind = 'agent' and k.revoked_at is null
    left join action e on e.workspace_id = ${workspaceId} and e.proposed_by = ${proposedBy} and e.idempotency_key = r."idempotencyKey"
    left join action s on s.workspace_id = ${workspaceId} and s.id = r."supersedes" and s.proposed_by = ${proposedBy}
    order by r."n"`.execute(db);
  return rows;
}
