import type { Kysely, Selectable } from "kysely";
import type { Schema, ToolTable } from "../schema.ts";

export type ToolRow = Selectable<ToolTable>;

export const findTool = (db: Kysely<Schema>, workspaceId: string, name: string): Promise<ToolRow | undefined> =>
  db.selectFrom("tool").selectAll().where("workspaceId", "=", workspaceId).where("name", "=", name).executeTakeFirst();

export const listTools = (db: Kysely<Schema>, workspaceId: string): Promise<ToolRow[]> =>
  db.selectFrom("tool").selectAll().where("workspaceId", "=", workspaceId).orderBy("name").execute();
