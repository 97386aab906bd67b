import { existsSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";

const HEAP_MEGABYTES = 64;
/** Plain JavaScript beside this file, in the sources and in the build alike. */
const folder = fileURLToPath(new URL("../../../features/studio/sandbox/child", import.meta.url));

let made: string[] | undefined;

/**
 * Returns the Node.js arguments for a run. The process may read its own sources and those of the sandbox, by folder, and no
 * other file. It may not write files or start processes, threads or add-ons. V8 compiles no code from text.
 */
export function childArguments(megabytes: number): string[] {
  // Node.js 20 knows the permission model only by its former name, and accepts no folder twice.
  const permission = process.allowedNodeEnvironmentFlags.has("--permission") ? "--permission" : "--experimental-permission";
  made ??= [
    permission,
    ...[...new Set([folder, ...readable()])].map((path) => `--allow-fs-read=${path}`),
    "--disallow-code-generation-from-strings",
    // Baseline compiler only: a run is short, and compiling would otherwise be half its cost.
    "--liftoff-only",
    "--no-addons",
    "--no-warnings",
    `--max-old-space-size=${HEAP_MEGABYTES}`,
    join(folder, "main.mjs"),
  ];
  return [...made, String(megabytes)];
}

/** The sandbox's packages, as found and with links resolved. */
function readable(): string[] {
  const core = findPackage("quickjs-emscripten-core", import.meta.url);
  const variant = findPackage("@jitl/quickjs-wasmfile-release-sync", import.meta.url);
  const types = findPackage("@jitl/quickjs-ffi-types", join(realpathSync(core), "package.json"));
  // Scoped packages by the folder of their scope, since that may be the link.
  return [core, dirname(variant), dirname(types)].flatMap((path) => [path + sep, realpathSync(path) + sep]);
}

function findPackage(name: string, from: string): string {
  const places = createRequire(from).resolve.paths(name) ?? [];
  const path = places.map((place) => join(place, name)).find((candidate) => existsSync(join(candidate, "package.json")));
  if (path === undefined) throw new Error(`The package ${name} is not installed.`);
  return path;
}
