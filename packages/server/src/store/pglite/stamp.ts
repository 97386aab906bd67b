import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { readFile, writeFile } from "node:fs/promises";
import { syncFile } from "./sync-tree.ts";

const STAMP_FILE = "database.json";

interface Stamp {
  /** PostgreSQL major version; only the same version can read the files. */
  postgres: string;
  /** PGlite version that created the files. */
  pglite: string;
}

/** Records beside the data which program can read it. */
export async function writeStamp(folder: string, dataFolder: string): Promise<void> {
  const path = join(folder, STAMP_FILE);
  const stamp: Stamp = { postgres: await readPostgresMajor(dataFolder), pglite: await readPgliteVersion() };
  await writeFile(path, `${JSON.stringify(stamp, null, 2)}\n`);
  await syncFile(path);
}

/** Rejects data of an incompatible PGlite, whose start would otherwise fail midway without a reason. */
export async function checkStamp(folder: string, dataFolder: string): Promise<void> {
  const stamp = await readStamp(folder);
  const postgres = await readPostgresMajor(dataFolder);
  const pglite = await readPgliteVersion();
  if (stamp.postgres === postgres && readSeries(stamp.pglite) === readSeries(pglite)) return;
  throw new Error(
    `folder ${folder} was made by PGlite ${stamp.pglite} (PostgreSQL ${stamp.postgres}), this Countersign has PGlite ${pglite}. ` +
      `Start the Countersign release that made it, or copy the data out with pg_dump of that PGlite and into a PostgreSQL server or an empty folder`,
  );
}

async function readStamp(folder: string): Promise<Stamp> {
  try {
    const { postgres, pglite } = JSON.parse(await readFile(join(folder, STAMP_FILE), "utf8")) as Partial<Stamp>;
    if (typeof postgres === "string" && typeof pglite === "string") return { postgres, pglite };
  } catch {
    // Missing or foreign stamps are rejected below, never guessed.
  }
  throw new Error(
    `folder ${folder} holds data but no readable ${STAMP_FILE}: it is not a Countersign database, or that file was lost`,
  );
}

async function readPostgresMajor(dataFolder: string): Promise<string> {
  return (await readFile(join(dataFolder, "PG_VERSION"), "utf8")).trim();
}

/** The package does not export its package.json, so this finds it from the main file. */
export async function readPgliteVersion(): Promise<string> {
  const main = createRequire(import.meta.url).resolve("@electric-sql/pglite");
  const { version } = JSON.parse(await readFile(join(dirname(main), "..", "package.json"), "utf8")) as { version: string };
  return version;
}

/** Before 1.0, a new minor version changes the disk format. */
function readSeries(version: string): string {
  return version.split(".").slice(0, 2).join(".");
}
