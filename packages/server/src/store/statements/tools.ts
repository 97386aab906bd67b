import { sql, type Insertable, type Kysely, type Selectable } from "kysely";
import type { Schema, ToolTable } from "../schema.ts";
import { type Actor } from "./row.ts";
import { hashOfSetting, saySetting } from "./setting-evidence.ts";

export type ToolRow = Selectable<ToolTable>;

/** A tool of the server itself or of a worker; the engine stores those of upstreams, connections and the Tool Studio. */
export type NewTool = Pick<
  Insertable<ToolTable>,
  "workspaceId" | "name" | "source" | "title" | "description" | "inputSchema" | "effect" | "risk" | "ratedRisk" | "approval"
> &
  Pick<
    ToolRow,
    "rated" | "protectedKeys" | "lifetimeSeconds" | "timeoutSeconds" | "previews" | "batchKey" | "definitionHash"
  > & {
    groupName: string;
  };

const isStillTrusted = sql`tool.source = excluded.source
  and (tool.definition_hash = excluded.definition_hash or excluded.approval = 'never')`;

/** A source may raise its tool's rating; only an administrator lowers the level that rules use. */
const FORMER_OR_HIGHER = sql`greatest(tool.risk, excluded.risk)`;

/**
 * Stores a tool's definition. An existing tool keeps the administrator's settings (approval, group, risk, lifetime). Only its
 * own source may change its definition, or another source after the former worker's key is revoked. Permission to run without
 * approval applied to the former definition: a changed tool requires approval again, in every group, unless the server itself
 * registers it as read-only. Undefined if the name belongs to another source, or is an alias.
 */
export async function upsertTool(db: Kysely<Schema>, tool: NewTool, by: Actor): Promise<ToolRow | undefined> {
  const { rows } = await sql<ToolRow>`
    with known as (
      select definition_hash, source, ${hashOfSetting("tool", "tool")} as evidence from tool where workspace_id = ${tool.workspaceId} and name = ${tool.name}
    ), stored as (
      insert into tool (workspace_id, name, source, title, description, input_schema, effect, risk, scored_risk, rated_risk, rated, approval,
        group_names, protected_keys, lifetime_seconds, timeout_seconds, previews, batch_key, definition_hash)
      select ${tool.workspaceId}, ${tool.name}, ${tool.source}, ${tool.title}, ${tool.description}, ${tool.inputSchema},
        ${tool.effect}, ${tool.risk}::smallint, ${tool.risk}::smallint, ${tool.ratedRisk}::smallint, ${tool.rated}::boolean, ${tool.approval}, array[${tool.groupName}::text],
        ${tool.protectedKeys}::text[], ${tool.lifetimeSeconds}::int, ${tool.timeoutSeconds}::int, ${tool.previews}::boolean,
        ${tool.batchKey}, ${tool.definitionHash}
      where not exists (select from tool o
        where o.workspace_id = ${tool.workspaceId} and o.alias = ${tool.name} and o.name <> ${tool.name})
      on conflict (workspace_id, name) do update set
        source = excluded.source, title = excluded.title, description = excluded.description, input_schema = excluded.input_schema,
        effect = excluded.effect, protected_keys = excluded.protected_keys, timeout_seconds = excluded.timeout_seconds,
        previews = excluded.previews, batch_key = excluded.batch_key, definition_hash = excluded.definition_hash, updated_at = now(),
        scored_risk = excluded.scored_risk, rated = excluded.rated,
        risk = case when tool.risk_source = 'set' then tool.risk else ${FORMER_OR_HIGHER} end,
        rated_risk = case when tool.risk_source = 'set' then tool.rated_risk when excluded.rated then ${FORMER_OR_HIGHER} end,
        approval = case when ${isStillTrusted} then tool.approval else excluded.approval end,
        never_in = case when ${isStillTrusted} then tool.never_in else '{}' end
      where tool.source = excluded.source or exists (select from api_key k
        where k.workspace_id = tool.workspace_id and k.id = tool.source and k.revoked_at is not null)
      returning *
    ), event as (
      insert into audit_event (workspace_id, kind, actor_kind, actor_id, actor_name, data)
      select s.workspace_id, case when known.definition_hash is null then 'tool.registered' else 'tool.changed' end,
        ${by.kind}, ${by.id}, ${by.name},
        (jsonb_build_object('name', s.name, 'definitionHash', s.definition_hash, 'was', known.definition_hash,
          'source', s.source, 'approval', s.approval) || ${saySetting("tool", "s")})::text
      from stored s left join known on true
      where known.evidence is distinct from ${hashOfSetting("tool", "s")}
    )
    select * from stored`.execute(db);
  return rows[0];
}

export const findTool = (db: Kysely<Schema>, workspaceId: string, name: string): Promise<ToolRow | undefined> =>
  db.selectFrom("tool").selectAll().where("workspaceId", "=", workspaceId).where("name", "=", name).executeTakeFirst();

export const listTools = (db: Kysely<Schema>, workspaceId: string): Promise<ToolRow[]> =>
  db.selectFrom("tool").selectAll().where("workspaceId", "=", workspaceId).orderBy("name").execute();
