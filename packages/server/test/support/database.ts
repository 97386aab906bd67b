import { createHash, randomBytes } from "node:crypto";
import { cp, mkdir, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, describe } from "vitest";
import type { Database } from "../../src/store/database.ts";
import { migrate } from "../../src/store/migrate.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import { openPg } from "../../src/store/pg/open-pg.ts";
import { readPgliteVersion } from "../../src/store/pglite/stamp.ts";
import { openPglite } from "../../src/store/pglite/open-pglite.ts";

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

const MIGRATIONS = new URL("../../src/store/migrations/", import.meta.url);
/** Advisory lock held while a template is created; other test processes wait for it. */
const TEMPLATE_LOCK = 7_063_170_419;

/** Set for the whole run if any of its tests needs a server. */
const SERVER_URL = "COUNTERSIGN_TEST_POSTGRES_URL";

/** Set by `npm run mutants`: its tests cover single statements, which are the same on both, so none starts an embedded database. */
const EMBEDDED_ON_SERVER = process.env["COUNTERSIGN_TEST_EMBEDDED_ON_SERVER"] !== undefined;

/** Opens a new migrated database; `close` also removes it. */
export async function openTestDatabase(kind: WantedDatabase): Promise<Database> {
  if (kind === "pg" || EMBEDDED_ON_SERVER) return openOnServer();
  return kind === "any" && process.env[SERVER_URL] ? openOnServer() : openMemory();
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

async function openMemory(): Promise<Database> {
  return openArchived(`alone-migrated-${await hashMigrations()}`, migrate);
}

/** The embedded database in memory before any migration. */
export async function openEmptyMemory(): Promise<Database> {
  return openArchived("alone-empty", async () => undefined);
}

/** Path of a database that the first test process makes and later ones share; specific to this user and PGlite's version. */
async function keptPath(name: string): Promise<string> {
  const folder = join(tmpdir(), `countersign-test-${process.getuid?.() ?? "user"}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return join(folder, `pglite-${await readPgliteVersion()}-${name}`);
}

const unfinishedOf = (path: string): string => `${path}.${randomBytes(6).toString("hex")}`;

/**
 * Puts a migrated embedded database into a data folder. Creating and migrating one on disk takes seconds, copying one only a
 * moment.
 */
export async function layDatabase(dataFolder: string): Promise<void> {
  const path = await keptPath(`folder-${await hashMigrations()}`);
  if ((await readdir(path).catch(() => [])).length === 0) {
    const unfinished = unfinishedOf(path);
    const database = await openDatabase({ folder: unfinished });
    await migrate(database);
    await database.close();
    // Another process may have created it first.
    await rename(unfinished, path).catch(() => rm(unfinished, { recursive: true }));
  }
  await cp(path, join(dataFolder, "database"), { recursive: true });
}

/** PGlite's compiled code, shared by the databases of this process: compiling it again takes as long as opening one. */
let pgliteCode: Promise<WebAssembly.Module> | undefined;

// The types of Node.js know WebAssembly's types without its functions.
const { compile } = Reflect.get(globalThis, "WebAssembly") as { compile(bytes: Uint8Array): Promise<WebAssembly.Module> };

async function compilePglite(): Promise<WebAssembly.Module> {
  const entry = createRequire(import.meta.url).resolve("@electric-sql/pglite");
  return compile(await readFile(join(dirname(entry), "pglite.wasm")));
}

/** Opens a cached archive of a database: creating one takes two seconds, unpacking one a fraction. */
async function openArchived(name: string, prepare: (database: Database) => Promise<void>): Promise<Database> {
  const path = `${await keptPath(name)}.tar`;
  const archive = await readFile(path).catch(() => undefined);
  if (archive) return openPglite({ archive, code: await (pgliteCode ??= compilePglite()) });
  const database = await openPglite({});
  await prepare(database);
  // Two template databases that no test needs would be two thirds of the files to unpack.
  await database.script("update pg_database set datistemplate = false where datname in ('template0', 'template1')");
  for (const other of ["template0", "template1"]) await database.script(`drop database ${other}`);
  const unfinished = unfinishedOf(path);
  await writeFile(unfinished, await database.dump());
  await rename(unfinished, path);
  return database;
}

async function openOnServer(): Promise<Database> {
  const { url, drop } = await createOnServer();
  const database = await openPg({ url });
  return {
    ...database,
    async close() {
      await database.close();
      await drop();
    },
  };
}

interface OnServer {
  url: string;
  drop(): Promise<void>;
}

async function createOnServer(): Promise<OnServer> {
  const url = readServerUrl();
  const template = `countersign_template_${await hashMigrations()}`;
  const name = `countersign_test_${randomBytes(8).toString("hex")}`;
  await withClient(url, async (client) => {
    await client.query("select pg_advisory_lock($1)", [TEMPLATE_LOCK]);
    const { rowCount } = await client.query("select from pg_database where datname = $1", [template]);
    if (!rowCount) await createTemplate(client, url, template);
    await client.query(`create database ${name} template ${template}`);
  });
  return {
    url: replaceDatabase(url, name),
    drop: () => withClient(url, async (client) => void (await client.query(`drop database if exists ${name} with (force)`))),
  };
}

/** Prepares a database for a server with this data folder. Returns undefined if the database is inside the folder. */
export async function placeDatabase(dataFolder: string): Promise<OnServer | undefined> {
  if (process.env[SERVER_URL]) return createOnServer();
  await layDatabase(dataFolder);
  return undefined;
}

async function createTemplate(client: Client, url: string, template: string): Promise<void> {
  // Renamed to the template only once migrated, so that an interrupted run leaves no incomplete template.
  const unfinished = `${template}_${randomBytes(4).toString("hex")}`;
  await client.query(`create database ${unfinished}`);
  const database = await openPg({ url: replaceDatabase(url, unfinished), maxConnections: 1 });
  await migrate(database);
  await database.close();
  await client.query(`alter database ${unfinished} rename to ${template}`);
}

/** URL of the run's server, for tests that open databases of their own. Throws if it is not set. */
export function readServerUrl(): string {
  const url = process.env[SERVER_URL];
  if (!url) throw new Error("set COUNTERSIGN_TEST_POSTGRES_URL to a PostgreSQL server on which databases may be created");
  return url;
}

/** Creates an empty, unmigrated database on the server for the duration of `use`. */
export async function withEmptyDatabase(use: (url: string) => Promise<void>): Promise<void> {
  const url = readServerUrl();
  const name = `countersign_test_${randomBytes(8).toString("hex")}`;
  await withClient(url, async (client) => void (await client.query(`create database ${name}`)));
  try {
    await use(replaceDatabase(url, name));
  } finally {
    await withClient(url, async (client) => void (await client.query(`drop database if exists ${name} with (force)`)));
  }
}

async function withClient(url: string, use: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await use(client);
  } finally {
    await client.end();
  }
}

function replaceDatabase(url: string, name: string): string {
  const replaced = new URL(url);
  replaced.pathname = `/${name}`;
  return replaced.href;
}

async function hashMigrations(): Promise<string> {
  const hash = createHash("sha256");
  for (const file of (await readdir(MIGRATIONS)).sort()) hash.update(file).update(await readFile(new URL(file, MIGRATIONS)));
  return hash.digest("hex").slice(0, 16);
}
