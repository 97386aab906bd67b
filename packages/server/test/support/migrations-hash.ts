import { createHash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";

const MIGRATIONS = new URL("../../src/store/migrations/", import.meta.url);

/** Names what tests keep of a migrated database, so that other migrations make another one. */
export async function hashMigrations(): Promise<string> {
  const hash = createHash("sha256");
  for (const file of (await readdir(MIGRATIONS)).sort()) hash.update(file).update(await readFile(new URL(file, MIGRATIONS)));
  return hash.digest("hex").slice(0, 16);
}
