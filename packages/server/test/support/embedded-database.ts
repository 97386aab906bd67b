import { randomBytes } from "node:crypto";
import { cp, mkdir, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Database } from "../../src/store/database.ts";
import { migrate } from "../../src/store/migrate.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import { createPgliteDatabase, openPglite } from "../../src/store/pglite/open-pglite.ts";
import { readPgliteVersion } from "../../src/store/pglite/stamp.ts";
import { WorkerLink } from "../../src/store/pglite/worker-link.ts";
import { cleanDatabase, sumUpSchema, type RunText } from "./clean-database.ts";
import { hashMigrations } from "./migrations-hash.ts";

/** An embedded database that the tests of this process use one after another: cleaning one is much faster than opening one. */
interface Embedded {
  link: WorkerLink;
  run: RunText;
  schema: string;
}

const idle: Embedded[] = [];

/** Opens an empty, migrated embedded database in memory. */
export async function openMemory(): Promise<Database> {
  const embedded = idle.pop() ?? (await startEmbedded());
  const { link } = embedded;
  return createPgliteDatabase({
    run: (text, parameters) => link.run(text, parameters),
    dump: () => link.dump(),
    close: () => giveBack(embedded),
  });
}

async function startEmbedded(): Promise<Embedded> {
  const archive = await readArchive(`alone-migrated-${await hashMigrations()}`, migrate);
  const link = await WorkerLink.start({ fsync: false, archive, code: await compilePglite() }, () => undefined);
  const run: RunText = async (text) => (await link.run(text)).rows;
  return { link, run, schema: await sumUpSchema(run) };
}

/** Cleans the database and keeps it for the next test. Ends it instead if it is broken or a test changed its schema. */
async function giveBack(embedded: Embedded): Promise<void> {
  const { link, run, schema } = embedded;
  const clean = async (): Promise<string> => {
    await run("rollback");
    await run("discard all");
    return cleanDatabase(run);
  };
  if ((await clean().catch(() => undefined)) === schema) idle.push(embedded);
  else await link.close();
}

/** An embedded database in memory to which no migration was applied. */
export async function openEmptyMemory(): Promise<Database> {
  return openPglite({ archive: await readArchive("alone-empty", async () => undefined), code: await compilePglite() });
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
    // Another test process may have created the folder meanwhile.
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
  return (pgliteCode ??= readFile(join(dirname(entry), "pglite.wasm")).then(compile));
}

/** Reads the archive of a database, which the first caller creates: creating one takes two seconds, unpacking one a fraction. */
async function readArchive(name: string, prepare: (database: Database) => Promise<void>): Promise<Uint8Array> {
  const path = `${await keptPath(name)}.tar`;
  const archive = await readFile(path).catch(() => undefined);
  if (archive) return archive;
  const database = await openPglite({});
  await prepare(database);
  // Two template databases that no test needs would be two thirds of the files to unpack.
  await database.script("update pg_database set datistemplate = false where datname in ('template0', 'template1')");
  for (const other of ["template0", "template1"]) await database.script(`drop database ${other}`);
  const made = await database.dump();
  await database.close();
  const unfinished = unfinishedOf(path);
  await writeFile(unfinished, made);
  await rename(unfinished, path);
  return made;
}
