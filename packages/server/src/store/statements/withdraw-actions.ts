import { sql, type Kysely } from "kysely";
import { NEXT } from "../../core/lifecycle.ts";
import type { Schema } from "../schema.ts";
import { appendEvents, lockActions, SYSTEM, type ActionRow } from "./row.ts";

const ERROR = JSON.stringify({
  code: "tool_changed",
  message: "The tool's definition changed after this was proposed. Nothing of it has run; ask for a new proposal.",
});

/**
 * Ends what waits for a decision or for its run on tools that are no longer what they were: failed, with code `tool_changed`;
 * `outcome_unknown` where an attempt before was lost. What runs already is left to end. Answers with what was ended.
 */
export async function withdrawActions(
  db: Kysely<Schema>,
  workspaceId: string,
  toolNames: readonly string[],
): Promise<Pick<ActionRow, "id" | "status">[]> {
  if (toolNames.length === 0) return [];
  const { rows } = await sql<Pick<ActionRow, "id" | "status">>`
    with locked as (${lockActions(
      sql`select o.workspace_id, o.id from action o where o.workspace_id = ${workspaceId} and o.tool_name = any(${[...toolNames]}::text[])
        and o.status in ('pending', 'approved')`,
    )}), moved as (
      update action a set version = a.version + 1, error = ${ERROR},
        resolved_at = coalesce(a.resolved_at, now()),
        resolved_kind = coalesce(a.resolved_kind, ${SYSTEM.kind}),
        resolved_by = coalesce(a.resolved_by, ${SYSTEM.id}),
        resolved_name = coalesce(a.resolved_name, ${SYSTEM.name}),
        status = case
          when a.status = 'pending' then ${NEXT.pending.withdraw}
          when a.effect <> 'transactional' and coalesce(a.attempts -> -1 ->> 'outcome' = 'lost', false)
            then ${NEXT.approved.lose}
          else ${NEXT.approved.withdraw} end
      where a.ctid = any(array(select place from locked)) and a.status in ('pending', 'approved')
      returning a.*
    ), event as (${appendEvents(
      "moved",
      sql`case a.status when ${NEXT.approved.lose} then 'action.outcome_unknown' else 'action.withdrawn' end`,
      SYSTEM,
    )})
    select id, status from moved`.execute(db);
  return rows;
}
