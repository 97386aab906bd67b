import { sql, type Insertable, type Kysely, type Selectable } from "kysely";
import type { Schema } from "../schema.ts";
import type { UpstreamTable } from "../source-tables.ts";
import type { Actor } from "./row.ts";
import { readVersions } from "./read-versions.ts";
import { saySetting, saySettingGone } from "./setting-evidence.ts";

export type UpstreamRow = Selectable<UpstreamTable>;
export type NewUpstream = Omit<Insertable<UpstreamTable>, "version" | "createdAt" | "updatedAt">;
type Settings = Omit<UpstreamRow, "workspaceId" | "name" | "version" | "createdAt" | "updatedAt">;
/** Omitted fields stay unchanged. */
export type UpstreamChange = { [K in keyof Settings]?: Settings[K] | undefined };

export const listUpstreams = (db: Kysely<Schema>, workspaceId: string): Promise<UpstreamRow[]> =>
  db.selectFrom("upstream").selectAll().where("workspaceId", "=", workspaceId).orderBy("name").execute();

export const findUpstream = (db: Kysely<Schema>, workspaceId: string, name: string): Promise<UpstreamRow | undefined> =>
  db.selectFrom("upstream").selectAll().where("workspaceId", "=", workspaceId).where("name", "=", name).executeTakeFirst();

/** A text for each of these workspaces that has upstreams; it differs whenever one was added, changed or removed. */
export const upstreamVersions = (db: Kysely<Schema>, workspaceIds: readonly string[]): Promise<Map<string, string>> =>
  readVersions(db, workspaceIds, sql`upstream`, sql`name || ' ' || version || ' ' || extract(epoch from created_at)`);

/** Audit log data of an upstream: excludes header values, and the path and query of the URL. */
const told = sql`jsonb_build_object('name', s.name, 'transport', s.transport, 'url', substring(s.url from '^[a-z]+://[^/?]+'),
  'trust', s.trust, 'prefix', s.prefix, 'era', s.era, 'enabled', s.enabled, 'allowPrivate', s.allow_private,
  'sharing', s.sharing, 'maxConnections', s.max_connections, 'allowQuestions', s.allow_questions,
  'callSeconds', s.call_seconds, 'maxResultMebibytes', s.max_result_mebibytes, 'maxTools', s.max_tools,
  'headerNames', to_jsonb(s.header_names))`;

const eventOf = (kind: string, by: Actor, say = saySetting) => sql`
  insert into audit_event (workspace_id, kind, actor_kind, actor_id, actor_name, data)
  select s.workspace_id, ${kind}, ${by.kind}, ${by.id}, ${by.name}, (${told} || ${say("upstream", "s")})::text from changed s`;

/** Returns undefined if the name is taken. */
export async function insertUpstream(db: Kysely<Schema>, row: NewUpstream, by: Actor): Promise<UpstreamRow | undefined> {
  const { rows } = await sql<UpstreamRow>`
    with changed as (
      insert into upstream (workspace_id, name, transport, url, trust, prefix, era, enabled, allow_private, sharing, max_connections,
        allow_questions, call_seconds, max_result_mebibytes, max_tools, sealed_headers, key_id, header_names)
      values (${row.workspaceId}, ${row.name}, ${row.transport}, ${row.url}, ${row.trust}, ${row.prefix}, ${row.era},
        ${row.enabled}, ${row.allowPrivate}, ${row.sharing}, ${row.maxConnections}, ${row.allowQuestions},
        ${row.callSeconds}, ${row.maxResultMebibytes}, ${row.maxTools}, ${row.sealedHeaders}::bytea, ${row.keyId},
        ${row.headerNames}::text[])
      on conflict do nothing returning *
    ), event as (${eventOf("upstream.created", by)})
    select * from changed`.execute(db);
  return rows[0];
}

/** Updates the row if it is unchanged since `seen`; otherwise returns undefined. */
export async function updateUpstream(
  db: Kysely<Schema>,
  seen: UpstreamRow,
  change: UpstreamChange,
  by: Actor,
): Promise<UpstreamRow | undefined> {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const next: UpstreamRow = { ...seen, ...given };
  const { rows } = await sql<UpstreamRow>`
    with changed as (
      update upstream set transport = ${next.transport}, url = ${next.url}, trust = ${next.trust}, prefix = ${next.prefix},
        era = ${next.era}, enabled = ${next.enabled}, allow_private = ${next.allowPrivate},
        sharing = ${next.sharing}, max_connections = ${next.maxConnections}, allow_questions = ${next.allowQuestions},
        call_seconds = ${next.callSeconds}, max_result_mebibytes = ${next.maxResultMebibytes}, max_tools = ${next.maxTools},
        sealed_headers = ${next.sealedHeaders}::bytea, key_id = ${next.keyId}, header_names = ${next.headerNames}::text[],
        version = version + 1, updated_at = now()
      where workspace_id = ${seen.workspaceId} and name = ${seen.name} and version = ${seen.version}
      returning *
    ), event as (${eventOf("upstream.changed", by)})
    select * from changed`.execute(db);
  return rows[0];
}

/** Deletes headers that were encrypted with a lost key. Returns the number of affected upstreams. */
export async function forgetHeaders(db: Kysely<Schema>, keyId: string, by: Actor): Promise<number> {
  const { rows } = await sql`
    with changed as (
      update upstream set sealed_headers = null, key_id = null, header_names = '{}', version = version + 1, updated_at = now()
      where key_id = ${keyId} returning *
    ), event as (${eventOf("upstream.changed", by)})
    select name from changed`.execute(db);
  return rows.length;
}

export async function deleteUpstream(db: Kysely<Schema>, workspaceId: string, name: string, by: Actor): Promise<boolean> {
  const { rows } = await sql`
    with changed as (
      delete from upstream where workspace_id = ${workspaceId} and name = ${name} returning *
    ), event as (${eventOf("upstream.removed", by, saySettingGone)})
    select name from changed`.execute(db);
  return rows.length === 1;
}
