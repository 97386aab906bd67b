import { sql, type Kysely, type RawBuilder } from "kysely";
import { grantAsResolver } from "../../core/authorize.ts";
import { NEXT } from "../../core/lifecycle.ts";
import type { Schema } from "../schema.ts";
import { appendEvents, lockActions, SYSTEM, type ActionRow } from "./row.ts";

const TOOL_CHANGED = JSON.stringify({
  code: "tool_changed",
  message: "The tool's definition changed after the proposal. Nothing has run. Ask the agent for a new proposal.",
});

const GRANT_REVOKED = JSON.stringify({
  code: "forbidden",
  message:
    "The standing grant that approved this call was revoked before the call ran. The call has not run. Propose it again.",
});

/** Error of approved actions that must not start. */
export const STOPPED = JSON.stringify({
  code: "forbidden",
  message: "The emergency stop is on in this workspace. The call has not run; a person can retry it when the stop is lifted.",
});

type Withdrawn = Pick<ActionRow, "id" | "status">;

/**
 * Withdraws pending and approved actions of tools that changed: failed, with code `tool_changed`, or `outcome_unknown` if an
 * earlier attempt was lost. Running executions continue. Returns the withdrawn actions.
 */
export async function withdrawActions(
  db: Kysely<Schema>,
  workspaceId: string,
  toolNames: readonly string[],
): Promise<Withdrawn[]> {
  if (toolNames.length === 0) return [];
  return withdraw(
    db,
    workspaceId,
    sql`o.tool_name = any(${[...toolNames]}::text[]) and o.status in ('pending', 'approved')`,
    TOOL_CHANGED,
  );
}

/** Withdraws unstarted actions that this grant approved, with code `forbidden`; statuses as in `withdrawActions`. */
export const withdrawGranted = (db: Kysely<Schema>, workspaceId: string, grantId: string): Promise<Withdrawn[]> =>
  withdraw(
    db,
    workspaceId,
    sql`o.status = 'approved' and o.resolved_kind = 'system' and o.resolved_by = ${grantAsResolver(grantId)}`,
    GRANT_REVOKED,
  );

/**
 * Withdraws all unstarted approved actions, with code `forbidden`; statuses as in `withdrawActions`. With `archived`, only if the
 * workspace is archived.
 */
export const withdrawApproved = (db: Kysely<Schema>, workspaceId: string, only?: "archived"): Promise<Withdrawn[]> =>
  withdraw(
    db,
    workspaceId,
    sql`o.status = 'approved' ${only === undefined ? sql`` : sql`and exists (select from archived_workspace z where z.workspace_id = o.workspace_id)`}`,
    STOPPED,
  );

async function withdraw(
  db: Kysely<Schema>,
  workspaceId: string,
  which: RawBuilder<unknown>,
  error: string,
): Promise<Withdrawn[]> {
  const { rows } = await sql<Withdrawn>`
    with locked as (${lockActions(
      sql`select o.workspace_id, o.id from action o where o.workspace_id = ${workspaceId} and ${which}`,
    )}), moved as (
      update action a set version = a.version + 1, error = ${error},
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
