import { sql, type Kysely, type Selectable } from "kysely";
import type { Schema } from "../schema.ts";
import type { StudioRunTable, StudioToolTable, StudioVersionTable } from "../studio-tables.ts";
import type { Actor } from "./row.ts";
import { readVersions } from "./read-versions.ts";
import { saySetting, saySettingGone } from "./setting-evidence.ts";

export type StudioToolRow = Selectable<StudioToolTable> & {
  /** Id of the newest successful run of exactly this draft. */
  passedRunId: string | null;
  publishedHash: string | null;
  publishedAt: Date | null;
  publishedName: string | null;
  /** The published draft as text. */
  publishedDraft: string | null;
};
export type StudioRunRow = Selectable<StudioRunTable>;
export type StudioVersionRow = Selectable<StudioVersionTable>;

/** Newest runs kept per tool; the run that a version was published from is kept as long as the version. */
const MAX_RUNS = 100;

const tools = (workspaceId: string, name?: string) => sql<StudioToolRow>`
  select t.*, r.id as passed_run_id, v.definition_hash as published_hash, v.published_at, v.published_name,
    v.draft as published_draft
  from studio_tool t
  left join studio_version v
    on v.workspace_id = t.workspace_id and v.name = t.name and v.version = t.published_version
  left join lateral (
    select id from studio_run r where r.workspace_id = t.workspace_id and r.name = t.name and r.ok
      and r.draft_hash = t.draft_hash order by r.at desc, r.id desc limit 1
  ) r on true
  where t.workspace_id = ${workspaceId} ${name === undefined ? sql`` : sql`and t.name = ${name}`}
  order by t.name`;

export const listStudioTools = async (db: Kysely<Schema>, workspaceId: string): Promise<StudioToolRow[]> =>
  (await tools(workspaceId).execute(db)).rows;

export const findStudioTool = async (
  db: Kysely<Schema>,
  workspaceId: string,
  name: string,
): Promise<StudioToolRow | undefined> => (await tools(workspaceId, name).execute(db)).rows[0];

const told = (by: Actor, kind: string, say = saySetting) => sql`
  insert into audit_event (workspace_id, kind, actor_kind, actor_id, actor_name, data)
  select c.workspace_id, ${kind}, ${by.kind}, ${by.id}, ${by.name},
    (jsonb_build_object('name', c.name, 'draftVersion', c.draft_version, 'draftHash', c.draft_hash)
      || ${say("studio_tool", "c")})::text
  from changed c`;

interface NewDraft {
  workspaceId: string;
  name: string;
  draft: string;
  draftHash: string;
}

/** Returns false if the name is taken. */
export async function insertStudioTool(db: Kysely<Schema>, tool: NewDraft, by: Actor): Promise<boolean> {
  const { rows } = await sql`
    with changed as (
      insert into studio_tool (workspace_id, name, draft, draft_hash, updated_by, updated_name)
      values (${tool.workspaceId}, ${tool.name}, ${tool.draft}, ${tool.draftHash}, ${by.id}, ${by.name})
      on conflict do nothing returning *
    ), event as (${told(by, "studio.created")})
    select name from changed`.execute(db);
  return rows.length > 0;
}

/** Updates the draft if it is unchanged since it was read; returns false otherwise. */
export async function updateStudioDraft(
  db: Kysely<Schema>,
  tool: NewDraft & { seenVersion: number },
  by: Actor,
): Promise<boolean> {
  const { rows } = await sql`
    with changed as (
      update studio_tool set draft = ${tool.draft}, draft_hash = ${tool.draftHash}, draft_version = draft_version + 1,
        updated_at = now(), updated_by = ${by.id}, updated_name = ${by.name}
      where workspace_id = ${tool.workspaceId} and name = ${tool.name} and draft_version = ${tool.seenVersion}
      returning *
    ), event as (${told(by, "studio.saved")})
    select name from changed`.execute(db);
  return rows.length > 0;
}

/** Deletes a draft that was never published, with its runs. Returns false if it was published or does not exist. */
export async function deleteStudioTool(db: Kysely<Schema>, workspaceId: string, name: string, by: Actor): Promise<boolean> {
  const { rows } = await sql`
    with changed as (
      delete from studio_tool t where workspace_id = ${workspaceId} and name = ${name}
        and not exists (select from studio_version v where v.workspace_id = t.workspace_id and v.name = t.name)
      returning *
    ), event as (${told(by, "studio.deleted", saySettingGone)})
    select name from changed`.execute(db);
  return rows.length > 0;
}

export type NewRun = Omit<StudioRunRow, "at" | "byId" | "byName">;

/** Records a run and deletes the oldest runs beyond the limit. */
export async function insertStudioRun(db: Kysely<Schema>, run: NewRun, by: Actor): Promise<StudioRunRow> {
  const { rows } = await sql<StudioRunRow>`
    with stored as (
      insert into studio_run (workspace_id, name, id, draft_hash, ok, input, output, error, logs, requests, duration_ms, by_id, by_name)
      values (${run.workspaceId}, ${run.name}, ${run.id}, ${run.draftHash}, ${run.ok}, ${run.input}, ${run.output}, ${run.error},
        ${run.logs}, ${run.requests}, ${run.durationMs}, ${by.id}, ${by.name})
      returning *
    ), event as (
      insert into audit_event (workspace_id, kind, actor_kind, actor_id, actor_name, data)
      select s.workspace_id, 'studio.tested', ${by.kind}, ${by.id}, ${by.name}, jsonb_build_object('name', s.name, 'runId', s.id,
        'draftHash', s.draft_hash, 'ok', s.ok)::text from stored s
    ), old as (
      delete from studio_run r where r.workspace_id = ${run.workspaceId} and r.name = ${run.name} and r.id in (
        select o.id from studio_run o where o.workspace_id = ${run.workspaceId} and o.name = ${run.name}
        order by o.at desc, o.id desc offset ${sql.lit(MAX_RUNS - 1)}
      ) and not exists (select from studio_version v
        where v.workspace_id = r.workspace_id and v.name = r.name and v.run_id = r.id)
    )
    select * from stored`.execute(db);
  return rows[0]!;
}

/** Newest first. */
export const listStudioRuns = (db: Kysely<Schema>, workspaceId: string, name: string): Promise<StudioRunRow[]> =>
  db
    .selectFrom("studioRun")
    .selectAll()
    .where("workspaceId", "=", workspaceId)
    .where("name", "=", name)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(20)
    .execute();

/** Newest first. */
export const listStudioVersions = (db: Kysely<Schema>, workspaceId: string, name: string): Promise<StudioVersionRow[]> =>
  db
    .selectFrom("studioVersion")
    .selectAll()
    .where("workspaceId", "=", workspaceId)
    .where("name", "=", name)
    .orderBy("version", "desc")
    .limit(200)
    .execute();

/** Returns the published version. */
export const findPublished = (db: Kysely<Schema>, workspaceId: string, name: string): Promise<StudioVersionRow | undefined> =>
  db
    .selectFrom("studioVersion as v")
    .innerJoin("studioTool as t", (join) =>
      join
        .onRef("t.workspaceId", "=", "v.workspaceId")
        .onRef("t.name", "=", "v.name")
        .onRef("t.publishedVersion", "=", "v.version"),
    )
    .selectAll("v")
    .where("v.workspaceId", "=", workspaceId)
    .where("v.name", "=", name)
    .executeTakeFirst();

/** Names of the published tools, with their versions. */
export const listPublished = (
  db: Kysely<Schema>,
  workspaceId: string,
): Promise<{ name: string; publishedVersion: number | null }[]> =>
  db
    .selectFrom("studioTool")
    .select(["name", "publishedVersion"])
    .where("workspaceId", "=", workspaceId)
    .where("publishedVersion", "is not", null)
    .orderBy("name")
    .execute();

/** A text for each of these workspaces that has published tools; it differs whenever one is published or withdrawn. */
export const publishedVersions = (db: Kysely<Schema>, workspaceIds: readonly string[]): Promise<Map<string, string>> =>
  readVersions(db, workspaceIds, sql`studio_tool`, sql`name || ' ' || published_version`);

/** Publishes the draft as the next version, if the draft is unchanged since it was read; returns false otherwise. */
export async function insertStudioVersion(
  trx: Kysely<Schema>,
  {
    workspaceId,
    name,
    version,
    seenVersion,
    definitionHash,
    runId,
  }: Pick<StudioVersionRow, "workspaceId" | "name" | "version" | "definitionHash" | "runId"> & { seenVersion: number },
  by: Actor,
): Promise<boolean> {
  const { rows } = await sql`
    insert into studio_version (workspace_id, name, version, draft, draft_hash, definition_hash, run_id, published_by, published_name)
    select workspace_id, name, ${version}, draft, draft_hash, ${definitionHash}, ${runId}, ${by.id}, ${by.name}
    from studio_tool where workspace_id = ${workspaceId} and name = ${name} and draft_version = ${seenVersion}
    returning version`.execute(trx);
  if (rows.length === 0) return false;
  await setPublished(trx, workspaceId, name, version);
  return true;
}

export const setPublished = (trx: Kysely<Schema>, workspaceId: string, name: string, version: number | null) =>
  trx
    .updateTable("studioTool")
    .set({ publishedVersion: version })
    .where("workspaceId", "=", workspaceId)
    .where("name", "=", name)
    .execute();
