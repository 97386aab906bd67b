import { sql, type Kysely } from "kysely";
import type { PrincipalKind } from "@countersign/protocol";
import type { Schema } from "../schema.ts";
import type { ActionRow } from "./row.ts";

const MAX_COMPARED = 20;
/** Longer inputs are not compared. */
const MAX_BYTES = 65_536;

export interface NearRejection {
  id: string;
  toolInput: string;
  at: Date;
  byKind: PrincipalKind;
  byId: string;
  byName: string | null;
  reason: string | null;
}

/**
 * Calls of the same agent, tool and target that a person rejected in the week before this one was proposed, newest first. A
 * missing target on either side matches any target.
 */
export async function findNearRejections(db: Kysely<Schema>, action: ActionRow): Promise<NearRejection[]> {
  if (Buffer.byteLength(action.toolInput) > MAX_BYTES) return [];
  const { rows } = await sql<NearRejection>`
    select a.id, a.tool_input, a.resolved_at as at, a.resolved_kind as by_kind, a.resolved_by as by_id, a.resolved_name as by_name, (
      select comment from decision d where d.workspace_id = a.workspace_id and d.action_id = a.id and d.verdict = 'reject'
      order by d.at desc limit 1) as reason
    from action p join action a on a.workspace_id = p.workspace_id and a.resolved_at < p.created_at
      and a.resolved_at > p.created_at - interval '7 days'
    where p.workspace_id = ${action.workspaceId} and p.id = ${action.id} and a.workspace_id = ${action.workspaceId} and a.proposed_by = ${action.proposedBy} and a.tool_name = ${action.toolName}
      and a.status = 'rejected'
      and octet_length(a.tool_input) <= ${sql.lit(MAX_BYTES)}
      and (a.target is null or ${action.target}::text is null or a.target = ${action.target}::text)
    order by a.resolved_at desc limit ${sql.lit(MAX_COMPARED)}`.execute(db);
  return rows;
}
