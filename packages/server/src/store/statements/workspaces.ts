import { sql, type Kysely } from "kysely";
import type { Schema } from "../schema.ts";
import type { Actor } from "./row.ts";
import { saySetting, saySettingGone } from "./setting-evidence.ts";

export interface WorkspaceRow {
  id: string;
  name: string;
  createdAt: Date;
  /** Null while the workspace is in use. */
  archivedAt: Date | null;
}

/** Oldest first. */
export async function listWorkspaces(db: Kysely<Schema>): Promise<WorkspaceRow[]> {
  const { rows } = await sql<WorkspaceRow>`
    select w.id, w.name, w.created_at, z.archived_at from workspace w
    left join archived_workspace z on z.workspace_id = w.id order by w.created_at, w.id`.execute(db);
  return rows;
}

/** Ids of the workspaces that are not archived, oldest first. */
export async function listWorkspacesInUse(db: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select w.id from workspace w where not exists (select from archived_workspace z where z.workspace_id = w.id)
    order by w.created_at, w.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** The oldest workspace. It has what belongs to the installation: upstreams of the configuration file, the folder of the settings. */
export async function findFirstWorkspace(db: Kysely<Schema>): Promise<string> {
  const { id } = await db
    .selectFrom("workspace")
    .select("id")
    .orderBy("createdAt")
    .orderBy("id")
    .limit(1)
    .executeTakeFirstOrThrow();
  return id;
}

/** Locks the workspace's row until the transaction ends, against another change of its members, its stop, or its archiving. */
export const lockWorkspace = (trx: Kysely<Schema>, workspaceId: string) =>
  trx.selectFrom("workspace").select("id").where("id", "=", workspaceId).forNoKeyUpdate().execute();

/** Returns false if the workspace is archived already, or does not exist. */
export async function insertArchived(db: Kysely<Schema>, workspaceId: string, by: Actor): Promise<boolean> {
  const { rows } = await sql`
    with archived as (
      insert into archived_workspace (workspace_id, archived_by, archived_name)
      select id, ${by.id}, ${by.name} from workspace where id = ${workspaceId}
      on conflict do nothing returning *
    ), event as (
      insert into audit_event (workspace_id, kind, actor_kind, actor_id, actor_name, data)
      select workspace_id, 'workspace.archived', ${by.kind}, ${by.id}, ${by.name}, (${saySetting("archived_workspace", "archived")})::text
      from archived
    )
    select 1 from archived`.execute(db);
  return rows.length > 0;
}

/** Returns false if the workspace is not archived. */
export async function deleteArchived(db: Kysely<Schema>, workspaceId: string, by: Actor): Promise<boolean> {
  const { rows } = await sql`
    with restored as (delete from archived_workspace where workspace_id = ${workspaceId} returning *), event as (
      insert into audit_event (workspace_id, kind, actor_kind, actor_id, actor_name, data)
      select workspace_id, 'workspace.restored', ${by.kind}, ${by.id}, ${by.name}, (${saySettingGone("archived_workspace", "restored")})::text
      from restored
    )
    select 1 from restored`.execute(db);
  return rows.length > 0;
}
