import { sql, type Kysely } from "kysely";
import type { Schema } from "../schema.ts";
import { appendEvents, type Actor } from "./row.ts";

const MOST_PREVIEWS = 20;

/** Pending actions of one worker's tools whose preview only the worker can draw, newest first. */
export const findWantedPreviews = (db: Kysely<Schema>, workspaceId: string, source: string, tools: readonly string[]) =>
  db
    .selectFrom("action")
    .select(["id as pendingActionId", "toolName", "version", "effectiveInput as input"])
    .where("workspaceId", "=", workspaceId)
    .where("source", "=", source)
    .where("status", "=", "pending")
    .where("previewWanted", "=", true)
    .where("toolName", "in", tools)
    .orderBy("createdAt", "desc")
    .limit(MOST_PREVIEWS)
    .execute();

/** Stores a drawn preview while somebody may still look at it; the digest does not cover it, the input is what is approved. */
export async function answerPreview(
  db: Kysely<Schema>,
  answer: { workspaceId: string; id: string; version: number; preview: string; by: Actor },
): Promise<boolean> {
  const { rows } = await sql`
    with drawn as (
      update action a set preview = ${answer.preview}, preview_wanted = false, version = a.version + 1
      where a.workspace_id = ${answer.workspaceId} and a.id = ${answer.id} and a.version = ${answer.version}
        and a.status = 'pending' and a.preview_wanted and a.source = ${answer.by.id}
      returning *
    ), event as (${appendEvents("drawn", sql`'action.previewed'`, answer.by)})
    select id from drawn`.execute(db);
  return rows.length === 1;
}
