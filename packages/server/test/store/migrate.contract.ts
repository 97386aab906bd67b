import { cp, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../../src/store/database.ts";
import { migrate } from "../../src/store/migrate.ts";

export const MIGRATIONS = new URL("../../src/store/migrations/", import.meta.url);

/** Tests what migrations promise; `withDatabase` gives an empty database. */
export function describeMigrate(
  kind: Database["kind"],
  withDatabase: (use: (database: Database) => Promise<void>) => Promise<void>,
): void {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "countersign-migrations-"));
  });
  afterAll(async () => rm(folder, { recursive: true, force: true }));

  /** A copy of the migrations with files added or replaced. */
  async function copyMigrations(name: string, files: Record<string, string>): Promise<URL> {
    const copy = join(folder, name);
    await cp(MIGRATIONS, copy, { recursive: true });
    for (const [file, text] of Object.entries(files)) await writeFile(join(copy, file), text);
    return pathToFileURL(`${copy}/`);
  }

  describe(`migrate on ${kind}`, () => {
    test("a second run changes nothing", () =>
      withDatabase(async (database) => {
        await migrate(database);
        const before = await readVersions(database);
        expect(before.length).toBe((await readdir(MIGRATIONS)).length);
        await migrate(database);
        expect(await readVersions(database)).toStrictEqual(before);
      }));

    test("a migration added later is applied alone", () =>
      withDatabase(async (database) => {
        await migrate(database);
        const next = await nextVersion(database);
        const file = `${String(next).padStart(4, "0")}_later.sql`;
        await migrate(
          database,
          await copyMigrations("later", { [file]: "create table later (id int); insert into later values (1);" }),
        );
        expect((await readVersions(database)).at(-1)).toMatchObject({ version: next, name: file.replace(".sql", "") });
      }));

    test("a failing migration leaves nothing behind", () =>
      withDatabase(async (database) => {
        await migrate(database);
        const before = await readVersions(database);
        const file = `${String(await nextVersion(database)).padStart(4, "0")}_broken.sql`;
        const broken = await copyMigrations("broken", { [file]: "create table broken (id int); select 1 / 0;" });
        await expect(migrate(database, broken)).rejects.toThrow("division by zero");
        expect(await readVersions(database)).toStrictEqual(before);
        const { rows } = await sql`select to_regclass('broken') as found`.execute(database.kysely);
        expect(rows).toStrictEqual([{ found: null }]);
      }));

    test("a database of newer code is refused, naming both versions", () =>
      withDatabase(async (database) => {
        await migrate(database);
        const next = await nextVersion(database);
        await sql`insert into schema_migration (version, name, checksum) values (${next}, 'future', '')`.execute(
          database.kysely,
        );
        await expect(migrate(database)).rejects.toThrow(
          `the database has schema version ${next}, this Countersign knows versions up to ${next - 1}`,
        );
      }));

    test("an applied migration with another text is refused by name", () =>
      withDatabase(async (database) => {
        await migrate(database);
        const changed = await copyMigrations("changed", { "0001_gate.sql": "select 1;" });
        await expect(migrate(database, changed)).rejects.toThrow("schema version 1 (0001_gate) was applied with another text");
      }));

    test("starting at once applies each migration once", () =>
      withDatabase(async (database) => {
        await Promise.all(Array.from({ length: 8 }, () => migrate(database)));
        expect((await readVersions(database)).map(({ version }) => version)).toStrictEqual(
          (await readdir(MIGRATIONS)).map((file) => Number.parseInt(file, 10)).sort((one, other) => one - other),
        );
      }));
  });
}

/** Number of the next migration; numbers may have gaps. */
const nextVersion = async (database: Database): Promise<number> => ((await readVersions(database)).at(-1)?.version ?? 0) + 1;

async function readVersions(
  database: Database,
): Promise<{ version: number; name: string; checksum: string; appliedAt: Date }[]> {
  const { rows } = await sql<{ version: number; name: string; checksum: string; appliedAt: Date }>`
    select * from schema_migration order by version
  `.execute(database.kysely);
  return rows;
}
