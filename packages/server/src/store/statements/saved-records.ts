import type { RecordKind } from "@countersign/protocol";
import { sql, type Kysely, type Selectable } from "kysely";
import type { SavedRecordTable, Schema } from "../schema.ts";
import { instantOf, microsOf } from "./micros.ts";

/** Cursor: the last record of a page. */
export interface RecordPosition {
  savedAtMicros: string;
  actionId: string;
  position: number;
}

export type ListedRecord = Selectable<SavedRecordTable> & Pick<RecordPosition, "savedAtMicros">;

/** Newest first; records of one call keep their order. */
export async function listSavedRecords(
  db: Kysely<Schema>,
  asked: { workspaceId: string; kind?: RecordKind | undefined; after?: RecordPosition | undefined; limit: number },
): Promise<ListedRecord[]> {
  const { workspaceId, kind, after, limit } = asked;
  const instant = instantOf(after?.savedAtMicros ?? "0");
  const { rows } = await sql<ListedRecord>`
    select *, ${microsOf("saved_at")} as saved_at_micros from saved_record
    where workspace_id = ${workspaceId} ${kind === undefined ? sql`` : sql`and kind = ${kind}`}
      ${
        after === undefined
          ? sql``
          : sql`and ((saved_at, action_id) < (${instant}, ${after.actionId})
            or (saved_at = ${instant} and action_id = ${after.actionId} and position > ${after.position}))`
      }
    order by saved_at desc, action_id desc, position limit ${limit}`.execute(db);
  return rows;
}
