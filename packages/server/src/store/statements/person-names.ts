import { sql, type Kysely } from "kysely";
import type { Schema } from "../schema.ts";

/** Names of people by user id; people who are gone are left out. */
export async function findPersonNames(db: Kysely<Schema>, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from person where id = any(${[...ids]}::text[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
