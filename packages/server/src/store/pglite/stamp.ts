import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { readFile, writeFile } from "node:fs/promises";
import { syncFile } from "./sync-tree.ts";

const STAMP_FILE = "database.json";

interface Stamp {
  /** PostgreSQL's major version: its files are only readable by the same. */
  postgres: string;
  /** The PGlite that made the files. */
  pglite: string;
}

/** Says beside the data which program can read it. */
export async function writeStamp(folder: string, dataFolder: string): Promise<void> {
  const path = join(folder, STAMP_FILE);
  const stamp: Stamp = { postgres: await readPostgresMajor(dataFolder), pglite: await readPgliteVersion() };
  await writeFile(path, `${JSON.stringify(stamp, null, 2)}\n`);
  await syncFile(path);
}

/** Refuses data of another PGlite, which would fail in the middle of its start with no reason given. */
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
    // Absent or not ours: refused below, never guessed.
  }
  throw new Error(
    `folder ${folder} holds data but no readable ${STAMP_FILE}: it is not a Countersign database, or that file was lost`,
  );
}

async function readPostgresMajor(dataFolder: string): Promise<string> {
  return (await readFile(join(dataFolder, "PG_VERSION"), "utf8")).trim();
}

/** Its package.json is not exported, so it is found from the main file. */
export async function readPgliteVersion(): Promise<string> {
  const main = createRequire(import.meta.url).resolve("@electric-sql/pglite");
  const { version } = JSON.parse(await readFile(join(dirname(main), "..", "package.json"), "utf8")) as { version: string };
  return version;
}

/** Before 1.0, the second number changes what lies on disk. */
function readSeries(version: string): string {
  return version.split(".").slice(0, 2).join(".");
}
