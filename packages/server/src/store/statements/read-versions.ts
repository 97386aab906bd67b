import { sql, type Kysely, type RawBuilder } from "kysely";
import type { Schema } from "../schema.ts";

/** Joins `version`, an expression that differs between two states of a row, over each workspace's rows of `table`. */
export async function readVersions(
  db: Kysely<Schema>,
  workspaceIds: readonly string[],
  table: RawBuilder<unknown>,
  version: RawBuilder<unknown>,
): Promise<Map<string, string>> {
  const { rows } = await sql<{ workspaceId: string; version: string }>`
    select workspace_id, string_agg(${version}, E'\n' order by (${version}) collate "C") as version from ${table}
    where workspace_id = any(${[...workspaceIds]}::text[]) group by workspace_id`.execute(db);
  return new Map(rows.map((row) => [row.workspaceId, row.version]));
}
