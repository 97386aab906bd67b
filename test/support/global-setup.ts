import { startPostgres } from "./start-postgres.ts";

/** Starts one PostgreSQL for all tests of a run; each test makes databases of its own on it. */
export async function setup(): Promise<() => Promise<void>> {
  const postgres = await startPostgres();
  process.env["COUNTERSIGN_TEST_POSTGRES_URL"] = postgres.url;
  return postgres.stop;
}
