import { sql, type Kysely } from "kysely";
import type { Schema } from "../schema.ts";

export const listGroups = (db: Kysely<Schema>, workspaceId: string) =>
  db.selectFrom("toolGroup").select(["name", "description"]).where("workspaceId", "=", workspaceId).execute();

/** Creates the group or changes its description; undefined leaves it unchanged. */
export const saveGroup = (db: Kysely<Schema>, workspaceId: string, name: string, description: string | null | undefined) =>
  db
    .insertInto("toolGroup")
    .values({ workspaceId, name, description: description ?? null })
    .onConflict((conflict) =>
      conflict
        .columns(["workspaceId", "name"])
        .doUpdateSet({ updatedAt: sql<Date>`now()`, ...(description === undefined ? {} : { description }) }),
    )
    .execute();

/** Deletes the group and removes it from all agents; returns their ids. The caller must have removed its tools before. */
export async function deleteGroup(db: Kysely<Schema>, workspaceId: string, name: string): Promise<string[]> {
  await db.deleteFrom("toolGroup").where("workspaceId", "=", workspaceId).where("name", "=", name).execute();
  const agents = await db
    .updateTable("apiKey")
    .set({ groups: sql<string[]>`array_remove(groups, ${name})` })
    .where("workspaceId", "=", workspaceId)
    .where(sql<boolean>`${name} = any(groups)`)
    .returning("id")
    .execute();
  return agents.map(({ id }) => id);
}
