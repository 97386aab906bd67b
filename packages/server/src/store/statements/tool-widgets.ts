import { sql, type Kysely } from "kysely";
import type { Schema } from "../schema.ts";

export type ToolWidgetRow = Schema["toolWidget"];

/** Stores widgets; existing ones stay unchanged. Call under the lock of the audit head, before their tools are stored. */
export async function insertToolWidgets(db: Kysely<Schema>, rows: readonly ToolWidgetRow[]): Promise<void> {
  for (const row of rows)
    await db
      .insertInto("toolWidget")
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** Deletes what no tool of the workspace names any more, so that widgets that change again and again do not pile up. */
export async function deleteUnusedWidgets(db: Kysely<Schema>, workspaceId: string): Promise<void> {
  await sql`delete from tool_widget w where w.workspace_id = ${workspaceId} and not exists (
    select from tool t where t.workspace_id = w.workspace_id and t.widget::jsonb ->> 'sha256' = w.sha256)`.execute(db);
}

/** Returns the widget's document; undefined if the workspace has none of this hash. */
export async function findToolWidget(db: Kysely<Schema>, workspaceId: string, sha256: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("toolWidget")
    .select("html")
    .where("workspaceId", "=", workspaceId)
    .where("sha256", "=", sha256)
    .executeTakeFirst();
  return row?.html;
}
