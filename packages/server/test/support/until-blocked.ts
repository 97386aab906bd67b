import { sql, type Kysely } from "kysely";
import type { Schema } from "../../src/store/schema.ts";
import { until } from "./until.ts";

/** Resolves once exactly `count` statements in the database of `db` wait for a lock. */
export async function untilBlocked(db: Kysely<Schema>, count = 1): Promise<void> {
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await until(async () => (await waiting.execute(db)).rows.length === count);
}
