import { sql, type Kysely, type Selectable } from "kysely";
import type { ConnectionTable } from "../source-tables.ts";
import type { Schema } from "../schema.ts";
import type { Actor } from "./row.ts";
import { readVersions } from "./read-versions.ts";
import { saySetting, saySettingGone } from "./setting-evidence.ts";

export type ConnectionRow = Selectable<ConnectionTable>;
/** Encrypted credentials as stored, with their field names. */
export type Sealed = Pick<ConnectionRow, "sealedCredentials" | "keyId" | "credentialFields">;
export type NewConnection = Sealed &
  Pick<ConnectionRow, "workspaceId" | "id" | "connector" | "name" | "prefix" | "settings" | "enabled" | "allowPrivate">;
/** Omitted fields stay unchanged. */
export type ConnectionChange = Partial<Pick<ConnectionRow, "name" | "prefix" | "settings" | "enabled" | "allowPrivate">> & {
  sealed?: Sealed;
};

export const listConnections = (db: Kysely<Schema>, workspaceId: string): Promise<ConnectionRow[]> =>
  db.selectFrom("connection").selectAll().where("workspaceId", "=", workspaceId).orderBy("name").execute();

export const findConnection = (db: Kysely<Schema>, workspaceId: string, id: string): Promise<ConnectionRow | undefined> =>
  db.selectFrom("connection").selectAll().where("workspaceId", "=", workspaceId).where("id", "=", id).executeTakeFirst();

/** A text for each of these workspaces that has connections; it differs whenever one was added, changed or removed. */
export const connectionVersions = (db: Kysely<Schema>, workspaceIds: readonly string[]): Promise<Map<string, string>> =>
  readVersions(db, workspaceIds, sql`connection`, sql`id || ' ' || version`);

/** Audit log data of a connection: a hash of the settings, only the field names of the credentials. */
const told = sql`jsonb_build_object('id', s.id, 'connector', s.connector, 'name', s.name, 'prefix', s.prefix,
  'settingsHash', encode(sha256(convert_to(s.settings, 'UTF8')), 'hex'), 'enabled', s.enabled,
  'allowPrivate', s.allow_private, 'credentialFields', to_jsonb(s.credential_fields),
  'credentialsVersion', s.credentials_version)`;

const eventOf = (kind: string, by: Actor, say = saySetting) => sql`
  insert into audit_event (workspace_id, kind, actor_kind, actor_id, actor_name, data)
  select s.workspace_id, ${kind}, ${by.kind}, ${by.id}, ${by.name}, (${told} || ${say("connection", "s")})::text from changed s`;

/** Returns undefined if the name is taken. */
export async function insertConnection(db: Kysely<Schema>, row: NewConnection, by: Actor): Promise<ConnectionRow | undefined> {
  const { rows } = await sql<ConnectionRow>`
    with changed as (
      insert into connection (workspace_id, id, connector, name, prefix, settings, enabled, allow_private,
        sealed_credentials, key_id, credential_fields)
      values (${row.workspaceId}, ${row.id}, ${row.connector}, ${row.name}, ${row.prefix}, ${row.settings}, ${row.enabled},
        ${row.allowPrivate}, ${row.sealedCredentials}::bytea, ${row.keyId}, ${row.credentialFields}::text[])
      on conflict do nothing returning *
    ), event as (${eventOf("connection.created", by)})
    select * from changed`.execute(db);
  return rows[0];
}

/** Updates the row if it is unchanged since `seen` and the name is free; else returns undefined. */
export async function updateConnection(
  db: Kysely<Schema>,
  seen: ConnectionRow,
  { sealed, ...change }: ConnectionChange,
  by: Actor,
): Promise<ConnectionRow | undefined> {
  const next = { ...seen, ...change, ...sealed };
  const { rows } = await sql<ConnectionRow>`
    with changed as (
      update connection c set name = ${next.name}, prefix = ${next.prefix}, settings = ${next.settings},
        enabled = ${next.enabled}, allow_private = ${next.allowPrivate},
        sealed_credentials = case when ${sealed !== undefined} then ${next.sealedCredentials}::bytea else c.sealed_credentials end,
        key_id = case when ${sealed !== undefined} then ${next.keyId} else c.key_id end,
        credential_fields = case when ${sealed !== undefined} then ${next.credentialFields}::text[] else c.credential_fields end,
        credentials_version = c.credentials_version + case when ${sealed !== undefined} then 1 else 0 end,
        version = c.version + 1, updated_at = now()
      where c.workspace_id = ${seen.workspaceId} and c.id = ${seen.id} and c.version = ${seen.version}
        and not exists (select from connection o
          where o.workspace_id = c.workspace_id and o.name = ${next.name} and o.id <> c.id)
      returning *
    ), event as (${eventOf(sealed === undefined ? "connection.changed" : "connection.credentials_replaced", by)})
    select * from changed`.execute(db);
  return rows[0];
}

export async function deleteConnection(
  db: Kysely<Schema>,
  workspaceId: string,
  id: string,
  by: Actor,
): Promise<ConnectionRow | undefined> {
  const { rows } = await sql<ConnectionRow>`
    with changed as (
      delete from connection where workspace_id = ${workspaceId} and id = ${id} returning *
    ), devices as (
      delete from push_device where workspace_id = ${workspaceId} and connection_id = ${id}
    ), event as (${eventOf("connection.removed", by, saySettingGone)})
    select * from changed`.execute(db);
  return rows[0];
}

/** Stores credentials that the service issued to replace those in `seen`. Returns false if they were replaced meanwhile. */
export async function refreshCredentials(
  db: Kysely<Schema>,
  seen: Pick<ConnectionRow, "workspaceId" | "id" | "credentialsVersion">,
  sealed: Sealed,
  by: Actor,
): Promise<boolean> {
  const { rows } = await sql`
    with changed as (
      update connection set sealed_credentials = ${sealed.sealedCredentials}::bytea, key_id = ${sealed.keyId},
        credential_fields = ${sealed.credentialFields}::text[], credentials_version = credentials_version + 1
      where workspace_id = ${seen.workspaceId} and id = ${seen.id} and credentials_version = ${seen.credentialsVersion}
      returning *
    ), event as (${eventOf("connection.credentials_refreshed", by)})
    select id from changed`.execute(db);
  return rows.length === 1;
}

/** Deletes credentials that were encrypted with a lost key. Returns the number of affected connections. */
export async function forgetSealed(db: Kysely<Schema>, keyId: string, by: Actor): Promise<number> {
  const { rows } = await sql`
    with changed as (
      update connection set sealed_credentials = null, key_id = null, credential_fields = '{}',
        credentials_version = credentials_version + 1, version = version + 1, updated_at = now()
      where key_id = ${keyId} returning *
    ), event as (${eventOf("connection.credentials_forgotten", by)})
    select id from changed`.execute(db);
  return rows.length;
}
