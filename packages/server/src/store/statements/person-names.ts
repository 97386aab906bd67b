import { sql, type Kysely } from "kysely";
import type { Schema } from "../schema.ts";

/** Names of people by user id; people who are gone are left out. */
export async function findPersonNames(db: Kysely<Schema>, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from person where id = any(${[...ids]}::text[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Names of members of a workspace by user id; whoever is no member is left out. */
export async function findMemberNames(
  db: Kysely<Schema>,
  workspaceId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`
    select p.id, p.name from member m join person p on p.id = m.user_id
    where m.workspace_id = ${workspaceId} and m.user_id = any(${[...ids]}::text[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
