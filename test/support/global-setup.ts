import { startPostgres } from "./start-postgres.ts";

/** One PostgreSQL for all tests of a run; they make databases of their own in it. */
export async function setup(): Promise<() => Promise<void>> {
  const postgres = await startPostgres();
  process.env["COUNTERSIGN_TEST_POSTGRES_URL"] = postgres.url;
  return postgres.stop;
}
