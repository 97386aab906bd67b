import { sql, type Kysely } from "kysely";
import type { Schema } from "../schema.ts";

/** A file at a service. */
export interface SourceFile {
  workspaceId: string;
  service: string;
  fileId: string;
}

export interface SourceRow {
  workspaceId: string;
  actionId: string;
  /** Position in the call, the same for every attempt, so that no attempt stores it twice. */
  position: number;
  title: string;
  data: { service: string; file_id: string; version: string; mime_type: string; url: string | null; content: string };
}

/** The last stored version of a file. */
export async function findSource(
  db: Kysely<Schema>,
  file: SourceFile,
): Promise<{ version: string; actionId: string } | undefined> {
  const { rows } = await sql<{ version: string; actionId: string }>`
    select (data::jsonb) ->> 'version' as version, action_id from saved_record
    where workspace_id = ${file.workspaceId} and kind = 'source'
      and (data::jsonb) ->> 'service' = ${file.service} and (data::jsonb) ->> 'file_id' = ${file.fileId}
    order by saved_at desc, action_id desc, position desc limit 1`.execute(db);
  return rows[0];
}

export async function insertSource(db: Kysely<Schema>, row: SourceRow): Promise<void> {
  const { workspaceId, actionId, position, title, data } = row;
  await sql`
    insert into saved_record (workspace_id, action_id, position, kind, title, data)
    values (${workspaceId}, ${actionId}, ${position}, 'source', ${title}, ${JSON.stringify(data)})
    on conflict do nothing`.execute(db);
}
