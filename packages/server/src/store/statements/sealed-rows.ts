import { sql, type Kysely } from "kysely";
import type { Schema } from "../schema.ts";

/** One encrypted value. Every table with such values must be in this file, so that key rotation covers all. */
export interface SealedRow {
  table: "connection" | "upstream";
  workspaceId: string;
  /** Id of a connection, or name of an upstream. */
  id: string;
  /** Display name. */
  name: string;
  sealed: Uint8Array;
  /** Null if an earlier version encrypted it with COUNTERSIGN_SECRET. */
  keyId: string | null;
}

const sealedRows = sql`
  select 'connection' as "table", workspace_id, id, name, sealed_credentials as sealed, key_id
  from connection where sealed_credentials is not null
  union all
  select 'upstream', workspace_id, name, name, sealed_headers, key_id from upstream where sealed_headers is not null`;

/** Encrypted values of all workspaces. */
export async function listSealed(db: Kysely<Schema>): Promise<SealedRow[]> {
  const { rows } = await sql<SealedRow>`select * from (${sealedRows}) s order by "table", workspace_id, id`.execute(db);
  return rows;
}

/** The encryption keys of the stored values, with the number of values for each. */
export async function countByKey(db: Kysely<Schema>): Promise<{ keyId: string; count: number }[]> {
  const { rows } = await sql<{ keyId: string; count: number }>`
    select key_id, count(*)::int as count from (${sealedRows}) s where key_id is not null group by key_id order by key_id`.execute(
    db,
  );
  return rows;
}

/** Stores a value re-encrypted with another key. Returns false if it was replaced meanwhile. */
export async function reseal(
  db: Kysely<Schema>,
  seen: SealedRow,
  next: { sealed: Uint8Array; keyId: string },
): Promise<boolean> {
  const statement =
    seen.table === "connection"
      ? sql`update connection set sealed_credentials = ${next.sealed}::bytea, key_id = ${next.keyId}
          where workspace_id = ${seen.workspaceId} and id = ${seen.id} and sealed_credentials = ${seen.sealed}::bytea returning id`
      : sql`update upstream set sealed_headers = ${next.sealed}::bytea, key_id = ${next.keyId}
          where workspace_id = ${seen.workspaceId} and name = ${seen.id} and sealed_headers = ${seen.sealed}::bytea returning name`;
  return (await statement.execute(db)).rows.length === 1;
}
