import { sql, type Kysely } from "kysely";
import type { Schema } from "../../src/store/schema.ts";
import { until } from "./until.ts";

/** Resolves once exactly one statement in the database of `db` waits for a lock. */
export async function untilBlocked(db: Kysely<Schema>): Promise<void> {
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await until(async () => (await waiting.execute(db)).rows.length === 1);
}
