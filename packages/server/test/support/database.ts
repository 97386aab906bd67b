import { afterAll, beforeAll, describe } from "vitest";
import type { Database } from "../../src/store/database.ts";
import { layDatabase, openMemory } from "./embedded-database.ts";
import { hasServer, openOnServer, takeDatabase, type ServerDatabase } from "./server-database.ts";

export type DatabaseKind = Database["kind"];

declare module "vitest" {
  interface ProvidedContext {
    /** The database on which a contract test runs; set by the Vitest project. */
    database: DatabaseKind;
  }
}

export const DATABASE_KINDS: readonly DatabaseKind[] = ["pglite", "pg"];
/** `any` is for tests that work on both databases: the run's server if there is one, which is faster. */
export type WantedDatabase = DatabaseKind | "any";

/** Set by `npm run mutants`: its tests cover single statements, which are the same on both, so none starts an embedded database. */
const EMBEDDED_ON_SERVER = process.env["COUNTERSIGN_TEST_EMBEDDED_ON_SERVER"] !== undefined;

/** Opens an empty database with all migrations. `close` keeps it for the next test, or ends it if this test changed its schema. */
export async function openTestDatabase(kind: WantedDatabase): Promise<Database> {
  if (kind === "pg" || EMBEDDED_ON_SERVER) return openOnServer();
  return kind === "any" && hasServer() ? openOnServer() : openMemory();
}

/**
 * Runs the same tests on each kind, with one database for all tests of a kind. A file that calls it for `pg` must be named
 * `*.pg.test.ts` or `*.contract.test.ts`, because only those files are given a server.
 */
export function describeEachDatabase(
  name: string,
  define: (getDatabase: () => Database, kind: DatabaseKind) => void,
  kinds: readonly DatabaseKind[] = DATABASE_KINDS,
): void {
  describe.each(kinds)(`${name} on %s`, (kind) => {
    let database: Database | undefined;
    beforeAll(async () => {
      database = await openTestDatabase(kind);
    });
    afterAll(async () => database?.close(), 60_000);
    define(() => {
      if (!database) throw new Error("the database is open within tests only");
      return database;
    }, kind);
  });
}

/** Prepares a database for a server with this data folder. Returns undefined if the database is inside the folder. */
export async function placeDatabase(dataFolder: string): Promise<ServerDatabase | undefined> {
  if (hasServer()) return takeDatabase();
  await layDatabase(dataFolder);
  return undefined;
}
