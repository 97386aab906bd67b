import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { run } from "./run.mjs";
import { root } from "./root.mjs";

/** In build order: a package is built from its own folder and the output of the packages before it. */
const PARTS = [
  { name: "protocol", output: "packages/protocol/dist", build: compile },
  { name: "sdk", output: "packages/sdk/dist", build: compile },
  { name: "server", output: "packages/server/dist", build: compile },
  { name: "inbox", output: "packages/server/public", build: bundle },
];

/** Builds packages whose sources changed since their last build, and those after them, up to and including `last`. */
export async function buildWhenStale({ force = false, last = "inbox" } = {}) {
  const hash = createHash("sha256");
  for (const file of ["package-lock.json", "tsconfig.base.json"]) hash.update(readFileSync(join(root, file)));
  for (const part of PARTS.slice(0, PARTS.findIndex(({ name }) => name === last) + 1)) {
    hashFolder(hash, join(root, "packages", part.name));
    const stamp = join(root, ".cache/build", part.name);
    const digest = hash.copy().digest("hex");
    if (!force && existsSync(join(root, part.output)) && existsSync(stamp) && readFileSync(stamp, "utf8") === digest) continue;
    console.error(`Building ${part.name}…`);
    rmSync(stamp, { force: true });
    rmSync(join(root, part.output), { recursive: true, force: true });
    await part.build(part);
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, digest);
  }
}

const NOT_SOURCES = new Set(["node_modules", "dist", "test", "e2e", "test-results"]);

function hashFolder(hash, folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (NOT_SOURCES.has(entry.name) || path === join(root, "packages/server/public")) continue;
    if (entry.isDirectory()) hashFolder(hash, path);
    else hash.update(`${path.slice(root.length)}\n`).update(readFileSync(path));
  }
}

async function compile({ name, output }) {
  await mustRun(name, ["node_modules/typescript/bin/tsc", "-p", `packages/${name}/tsconfig.build.json`]);
  const source = join(root, "packages", name, "src");
  for (const entry of readdirSync(source, { withFileTypes: true, recursive: true })) {
    // Copies what the compiler does not: SQL, and workers written as plain modules.
    if (!entry.isFile() || extname(entry.name) === ".ts") continue;
    const from = join(entry.parentPath, entry.name);
    const to = join(root, output, from.slice(source.length));
    mkdirSync(dirname(to), { recursive: true });
    copyFileSync(from, to);
  }
}

async function bundle({ name }) {
  await mustRun(name, ["node_modules/vite/bin/vite.js", "build", "packages/inbox", "--logLevel", "warn"]);
}

async function mustRun(name, args) {
  const { code } = await run(process.execPath, args, { output: 2 });
  if (code !== 0) throw new Error(`The build of ${name} failed.`);
}
