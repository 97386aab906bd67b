import { sql, type Kysely, type Selectable } from "kysely";
import type { ActionStatus, GrantState } from "@countersign/protocol";
import { stateOfGrant, type AgentFacts, type GrantFacts, type ToolPolicy } from "../../core/authorize.ts";
import type { Schema, StandingGrantTable } from "../schema.ts";
import { agentFacts, grantFacts, toolFacts } from "./policy-facts.ts";
import type { Actor } from "./row.ts";
import { saySetting } from "./setting-evidence.ts";
import { instantOf, microsOf } from "./micros.ts";

type StoredGrant = Selectable<StandingGrantTable>;
export type GrantRow = StoredGrant & { state: GrantState };
type ReadGrant = StoredGrant & { facts: GrantFacts; tool: ToolPolicy | null; agent: AgentFacts | null };

/** Grants of a workspace, newest first; with `id`, only that one. */
export async function listGrants(db: Kysely<Schema>, workspaceId: string, id?: string): Promise<GrantRow[]> {
  const { rows } = await sql<ReadGrant>`
    select g.*, ${grantFacts("g")} as facts, case when t.name is not null then ${toolFacts("t")} end as tool,
      case when k.id is not null then ${agentFacts("k")} end as agent
    from standing_grant g
    left join tool t on t.workspace_id = g.workspace_id and t.name = g.tool_name
    left join api_key k on k.workspace_id = g.workspace_id and k.id = g.agent_id
    where g.workspace_id = ${workspaceId} ${id === undefined ? sql`` : sql`and g.id = ${id}`}
    order by g.created_at desc, g.id desc limit 1000`.execute(db);
  return rows.map(({ facts, tool, agent, ...grant }) => {
    const state = stateOfGrant(facts, tool, agent);
    return { ...grant, state: state === "live" && grant.uses >= grant.maxUses ? "used_up" : state };
  });
}

export type NewGrant = Pick<
  GrantRow,
  | ("workspaceId" | "id" | "toolName" | "toolHash" | "toolSource" | "agentId" | "agentName" | "allowWhen" | "note" | "maxUses")
  | ("writtenBy" | "writtenName")
> & { expiresInSeconds: number };

export const insertGrant = (db: Kysely<Schema>, { expiresInSeconds, ...grant }: NewGrant) =>
  db
    .insertInto("standingGrant")
    .values({ ...grant, expiresAt: sql<Date>`now() + make_interval(secs => ${expiresInSeconds})` } as never)
    .execute();

/** Revokes a grant and logs it. Returns false if there is no unrevoked grant with this id. */
export async function revokeGrant(db: Kysely<Schema>, workspaceId: string, id: string, by: Actor): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    with revoked as (
      update standing_grant set revoked_at = now(), revoked_by = ${by.id}, revoked_name = ${by.name}
      where workspace_id = ${workspaceId} and id = ${id} and revoked_at is null
      returning *
    ), event as (
      insert into audit_event (workspace_id, kind, actor_kind, actor_id, actor_name, data)
      select workspace_id, 'grant.revoked', ${by.kind}, ${by.id}, ${by.name}, (jsonb_build_object('grantId', id,
        'toolName', tool_name, 'agentId', agent_id, 'uses', uses, 'maxUses', max_uses)
        || ${saySetting("standing_grant", "revoked")})::text
      from revoked
    )
    select id from revoked`.execute(db);
  return rows.length > 0;
}

/** A past proposal, with what an expression and its reader need. */
export interface PastCall {
  id: string;
  status: ActionStatus;
  createdAt: Date;
  toolInput: string;
  createdAtMicros: string;
}

/** Byte limit of all inputs of one page; 200 of them may have a mebibyte each. */
const PAGE_BYTES = 8 * 1024 * 1024;

/** A tool's calls by an agent in the last `days`, newest first, within `limit` and the byte limit; after `after` if given. */
export async function findPastCalls(
  db: Kysely<Schema>,
  asked: { workspaceId: string; toolName: string; agentId: string; days: number; limit: number },
  after?: Pick<PastCall, "id" | "createdAtMicros">,
): Promise<PastCall[]> {
  const { workspaceId, toolName, agentId, days, limit } = asked;
  const behind = after ? sql`and (created_at, id) < (${instantOf(after.createdAtMicros)}, ${after.id})` : sql``;
  const { rows } = await sql<PastCall>`
    select id, status, created_at, tool_input, ${microsOf("created_at")} as created_at_micros
    from (
      select *, sum(octet_length(tool_input)) over (order by created_at desc, id desc) as bytes,
        row_number() over (order by created_at desc, id desc) as n
      from (
        select id, status, created_at, tool_input from action
        where workspace_id = ${workspaceId} and tool_name = ${toolName} and proposed_by = ${agentId}
          and created_at > now() - make_interval(days => ${days}) ${behind}
        order by created_at desc, id desc limit ${limit}
      ) one
    ) page
    where n = 1 or bytes <= ${PAGE_BYTES}
    order by created_at desc, id desc`.execute(db);
  return rows;
}
