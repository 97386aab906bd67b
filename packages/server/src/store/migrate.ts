import { createHash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import { type Transaction, sql } from "kysely";
import type { Database } from "./database.ts";
import type { Schema } from "./schema.ts";

interface Migration {
  version: number;
  name: string;
  text: string;
  checksum: string;
}

interface AppliedMigration {
  version: number;
  name: string;
  checksum: string;
}

/** Arbitrary advisory lock key, unique to Countersign; concurrent starts on one server wait for each other here. */
const LOCK_KEY = 7_063_170_418;

/**
 * Applies all pending migrations. Each migration is one transaction that first takes the lock and reads the applied versions.
 * So several processes may start at once, and a process that dies leaves only complete migrations.
 */
export async function migrate(database: Database, folder = new URL("./migrations/", import.meta.url)): Promise<void> {
  const known = await readMigrations(folder);
  let isDone = false;
  while (!isDone) isDone = await database.kysely.transaction().execute((transaction) => applyNext(transaction, known));
}

async function applyNext(transaction: Transaction<Schema>, known: readonly Migration[]): Promise<boolean> {
  await sql`set local statement_timeout = 0`.execute(transaction);
  await sql`select pg_advisory_xact_lock(${sql.lit(LOCK_KEY)})`.execute(transaction);
  await sql`create table if not exists schema_migration (
    version integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now()
  )`.execute(transaction);
  const { rows: applied } = await sql<AppliedMigration>`
    select version, name, checksum from schema_migration order by version
  `.execute(transaction);
  refuseUnknown(applied, known);
  const next = known[applied.length];
  if (!next) return true;
  await sql.raw(next.text).execute(transaction);
  await sql`insert into schema_migration (version, name, checksum) values (${next.version}, ${next.name}, ${next.checksum})`.execute(
    transaction,
  );
  return applied.length + 1 === known.length;
}

function refuseUnknown(applied: readonly AppliedMigration[], known: readonly Migration[]): void {
  const newest = applied.at(-1)?.version ?? 0;
  const last = known.at(-1)?.version ?? 0;
  if (newest > last) {
    throw new Error(
      `the database has schema version ${newest}, this Countersign knows versions up to ${last}: start a newer Countersign on it`,
    );
  }
  for (const [index, row] of applied.entries()) {
    const migration = known[index];
    if (!migration || migration.version !== row.version || migration.checksum !== row.checksum) {
      throw new Error(
        `schema version ${row.version} (${row.name}) was applied with another text than this Countersign has: start the release that applied it`,
      );
    }
  }
}

async function readMigrations(folder: URL): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".sql")).sort();
  const migrations = await Promise.all(files.map((file) => readMigration(folder, file)));
  for (const [index, migration] of migrations.entries()) {
    const previous = migrations[index - 1]?.version ?? 0;
    if (!(migration.version > previous)) throw new Error(`migration ${migration.name} needs a number of its own`);
  }
  return migrations;
}

async function readMigration(folder: URL, file: string): Promise<Migration> {
  // A checkout on Windows may have other line endings; the schema is the same.
  const text = (await readFile(new URL(file, folder), "utf8")).replaceAll("\r\n", "\n");
  const checksum = createHash("sha256").update(text).digest("hex");
  return { version: Number.parseInt(file, 10), name: file.replace(/\.sql$/, ""), text, checksum };
}
