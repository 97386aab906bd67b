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

/** Newest first; records of one call keep their order. With `savedBy`, only what calls of this agent saved. */
export async function listSavedRecords(
  db: Kysely<Schema>,
  asked: {
    workspaceId: string;
    kind?: RecordKind | undefined;
    savedBy?: string | undefined;
    after?: RecordPosition | undefined;
    limit: number;
  },
): Promise<ListedRecord[]> {
  const { workspaceId, kind, savedBy, after, limit } = asked;
  const instant = instantOf(after?.savedAtMicros ?? "0");
  const { rows } = await sql<ListedRecord>`
    select *, ${microsOf("saved_at")} as saved_at_micros from saved_record
    where workspace_id = ${workspaceId} ${kind === undefined ? sql`` : sql`and kind = ${kind}`}
      ${savedBy === undefined ? sql`` : isSavedBy(savedBy)}
      ${
        after === undefined
          ? sql``
          : sql`and ((saved_at, action_id) < (${instant}, ${after.actionId})
            or (saved_at = ${instant} and action_id = ${after.actionId} and position > ${after.position}))`
      }
    order by saved_at desc, action_id desc, position limit ${limit}`.execute(db);
  return rows;
}

const isSavedBy = (agentId: string) => sql`and exists (select from action a
  where a.workspace_id = saved_record.workspace_id and a.id = saved_record.action_id and a.proposed_by = ${agentId})`;

/** Finds one record; undefined if there is none, or if no call of `savedBy` saved it. */
export async function findSavedRecord(
  db: Kysely<Schema>,
  {
    workspaceId,
    actionId,
    position,
    savedBy,
  }: Pick<SavedRecordTable, "workspaceId" | "actionId" | "position"> & {
    savedBy?: string | undefined;
  },
): Promise<Selectable<SavedRecordTable> | undefined> {
  const { rows } = await sql<Selectable<SavedRecordTable>>`
    select * from saved_record
    where workspace_id = ${workspaceId} and action_id = ${actionId} and position = ${position}
      ${savedBy === undefined ? sql`` : isSavedBy(savedBy)}`.execute(db);
  return rows[0];
}
