import { sql, type Kysely } from "kysely";
import type { AgentFacts } from "../../core/authorize.ts";
import type { Schema } from "../schema.ts";
import { agentFacts, policyEpochOf } from "./policy-facts.ts";
import { isStopped } from "./emergency-stop.ts";
import { SYSTEM, type Actor } from "./row.ts";
import { saySetting } from "./setting-evidence.ts";
import type { ToolRow } from "./tools.ts";

/** A tool in one of an agent's groups, and the agent. */
export type AgentToolRow = ToolRow & { agent: AgentFacts; policyEpoch: number };

/** The tools in an agent's groups, callable or not; with `name`, only that one. None if there is no such agent. */
export async function findAgentTools(
  db: Kysely<Schema>,
  workspaceId: string,
  agentId: string,
  name?: string,
): Promise<AgentToolRow[]> {
  const { rows } = await sql<AgentToolRow>`
    select t.*, ${agentFacts("k")} as agent, ${policyEpochOf(sql`k.workspace_id`)} as policy_epoch
    from api_key k join tool t on t.workspace_id = k.workspace_id and t.group_names && k.groups
    where k.workspace_id = ${workspaceId} and k.id = ${agentId} and k.kind = 'agent'
      ${name === undefined ? sql`` : sql`and t.name = ${name}`}
    order by coalesce(t.alias, t.name), t.name`.execute(db);
  return rows;
}

/** Logs a call that requires no approval, only under the policy epoch under which that was judged. Returns whether it did. */
export async function appendPassThrough(
  db: Kysely<Schema>,
  call: { workspaceId: string; by: Actor; toolName: string; inputDigest: string; policyEpoch: number },
): Promise<boolean> {
  const { workspaceId, by, toolName, inputDigest, policyEpoch } = call;
  const { rows } = await sql<{ seq: number }>`
    insert into audit_event (workspace_id, kind, actor_kind, actor_id, actor_name, data)
    select t.workspace_id, 'call.forwarded', ${by.kind}, ${by.id}, ${by.name},
      jsonb_build_object('toolName', t.name, 'inputDigest', ${inputDigest}::text, 'definitionHash', t.definition_hash)::text
    from tool t
    where t.workspace_id = ${workspaceId} and t.name = ${toolName} and not ${isStopped("t")}
      and ${policyEpochOf(sql`t.workspace_id`)} = ${policyEpoch}::bigint
    returning seq`.execute(db);
  return rows.length > 0;
}

/** Maximum client needs per tool, enough for a server whose lists differ by kind of client. */
const MAX_NEEDS = 20;

/**
 * Returns false if the need was already known or cannot be added: no such tool, or too many needs. Locks the audit head before
 * the tool, like every change of a tool; in the other order two statements could deadlock.
 */
export async function addClientNeed(
  db: Kysely<Schema>,
  seen: { workspaceId: string; source: string; ownName: string; need: string },
): Promise<boolean> {
  const isNew = (t: string) => sql`not (${seen.need} = any(${sql.ref(`${t}.client_needs`)}))
    and cardinality(${sql.ref(`${t}.client_needs`)}) < ${MAX_NEEDS}`;
  const { rows } = await sql`
    with head as materialized (
      select h.workspace_id from audit_head h where h.workspace_id = ${seen.workspaceId} and exists (select from tool t
        where t.workspace_id = h.workspace_id and t.source = ${seen.source} and t.upstream_name = ${seen.ownName} and ${isNew("t")})
      for update
    ), changed as (
      update tool t set client_needs = array_append(t.client_needs, ${seen.need}) from head
      where t.workspace_id = head.workspace_id and t.source = ${seen.source} and t.upstream_name = ${seen.ownName} and ${isNew("t")}
      returning t.*
    ), event as (
      insert into audit_event (workspace_id, kind, actor_kind, actor_id, actor_name, data)
      select workspace_id, 'tool.client_need_seen', ${SYSTEM.kind}, ${SYSTEM.id}, ${SYSTEM.name},
        (jsonb_build_object('name', name, 'need', ${seen.need}::text) || ${saySetting("tool", "changed")})::text
      from changed
    )
    select name from changed`.execute(db);
  return rows.length > 0;
}
