import { KEPT_RESULT } from "@countersign/protocol";
import { sql, type Kysely } from "kysely";
import type { Schema } from "../schema.ts";

/** A result too large for its action, identified by the hash that the action names. */
export interface ResultKey {
  workspaceId: string;
  actionId: string;
  sha256: string;
}

/** Pages per statement: at most 4 MiB. */
const PAGES_AT_ONCE = 4;

/** Stores the pages; existing ones stay unchanged. No page is read until the action names its hash. */
export async function insertKeptResult(db: Kysely<Schema>, key: ResultKey, pages: readonly string[]): Promise<void> {
  for (let from = 0; from < pages.length; from += PAGES_AT_ONCE) {
    const rows = pages.slice(from, from + PAGES_AT_ONCE).map((text, n) => ({ ...key, page: from + n + 1, text }));
    await db
      .insertInto("keptResult")
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Reads one page, counted from 1. */
export async function findKeptPage(db: Kysely<Schema>, key: ResultKey, page: number): Promise<string | undefined> {
  const { workspaceId, actionId, sha256 } = key;
  const row = await db
    .selectFrom("keptResult")
    .select("text")
    .where("workspaceId", "=", workspaceId)
    .where("actionId", "=", actionId)
    .where("sha256", "=", sha256)
    .where("page", "=", page)
    .executeTakeFirst();
  return row?.text;
}

/** Results of these actions that may refer to a kept result. */
export async function findShortResults(
  db: Kysely<Schema>,
  workspaceId: string,
  actionIds: readonly string[],
): Promise<{ id: string; result: string }[]> {
  const { rows } = await sql<{ id: string; result: string }>`
    select id, result from action where workspace_id = ${workspaceId} and id = any(${[...actionIds]}::text[])
      and source like 'mcp:%' and result like ${`%${KEPT_RESULT}%`} order by id`.execute(db);
  return rows;
}

/** Hash of the pages stored under a key; undefined if there are none. */
export async function hashKeptPages(db: Kysely<Schema>, key: ResultKey): Promise<string | undefined> {
  const { rows } = await sql<{ hash: string | null }>`
    select encode(sha256(string_agg(convert_to(text, 'UTF8'), ''::bytea order by page)), 'hex') as hash
    from kept_result where workspace_id = ${key.workspaceId} and action_id = ${key.actionId} and sha256 = ${key.sha256}`.execute(
    db,
  );
  return rows[0]?.hash ?? undefined;
}
