import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { SOURCES } from "../../packages/guide/src/sources.mjs";
import { run } from "./run.mjs";
import { root } from "./root.mjs";

/** In build order: a package is built from its own folder, its other `sources`, and the output of the packages before it. */
const PARTS = [
  { name: "protocol", output: "packages/protocol/dist", build: compile },
  { name: "sdk", output: "packages/sdk/dist", build: compile },
  { name: "server", output: "packages/server/dist", build: compile },
  { name: "inbox", output: "packages/server/public", build: bundle },
  { name: "guide", output: "packages/server/public/docs/guide", sources: SOURCES, build: writeGuide },
];

/** Builds packages whose sources changed since their last build, and those after them, up to and including `last`. */
export async function buildWhenStale({ force = false, last = "guide" } = {}) {
  const hash = createHash("sha256");
  for (const file of ["package-lock.json", "tsconfig.base.json"]) hash.update(readFileSync(join(root, file)));
  for (const part of PARTS.slice(0, PARTS.findIndex(({ name }) => name === last) + 1)) {
    for (const path of [`packages/${part.name}`, ...(part.sources ?? [])]) hashPath(hash, join(root, path));
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

function hashPath(hash, path) {
  if (NOT_SOURCES.has(basename(path)) || path === join(root, "packages/server/public")) return;
  if (statSync(path).isDirectory()) for (const name of readdirSync(path).sort()) hashPath(hash, join(path, name));
  else hash.update(`${path.slice(root.length)}\n`).update(readFileSync(path));
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

async function writeGuide({ name, output }) {
  await mustRun(name, ["packages/guide/build.mjs", join(root, output)]);
}

async function mustRun(name, args) {
  const { code } = await run(process.execPath, args, { output: 2 });
  if (code !== 0) throw new Error(`The build of ${name} failed.`);
}
