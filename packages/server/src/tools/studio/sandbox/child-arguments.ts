import { existsSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";

const HEAP_MEGABYTES = 64;
/** Plain JavaScript beside this file, from sources and built alike. */
const folder = fileURLToPath(new URL("./child/", import.meta.url));

let made: string[] | undefined;

/**
 * How Node.js is started for a run. It may read its own sources and those of the sandbox, by folder, and no other file; it may
 * write none, and start no process, thread or add-on. V8 makes no code out of text in it.
 */
export function childArguments(megabytes: number): string[] {
  // Node.js 20 knows the permission model by its first name only, and takes no folder twice.
  const permission = process.allowedNodeEnvironmentFlags.has("--permission") ? "--permission" : "--experimental-permission";
  made ??= [
    permission,
    ...[...new Set([folder, ...readable()])].map((path) => `--allow-fs-read=${path}`),
    "--disallow-code-generation-from-strings",
    // The quick compiler alone: a run is short, and half of what one costs would else be compiling.
    "--liftoff-only",
    "--no-addons",
    "--no-warnings",
    `--max-old-space-size=${HEAP_MEGABYTES}`,
    join(folder, "main.mjs"),
  ];
  return [...made, String(megabytes)];
}

/** The packages of the sandbox, as they are found and where that leads when it is a link. */
function readable(): string[] {
  const core = findPackage("quickjs-emscripten-core", import.meta.url);
  const variant = findPackage("@jitl/quickjs-wasmfile-release-sync", import.meta.url);
  const types = findPackage("@jitl/quickjs-ffi-types", join(realpathSync(core), "package.json"));
  // By scope, for the link may be there.
  return [core, dirname(variant), dirname(types)].flatMap((path) => [path + sep, realpathSync(path) + sep]);
}

function findPackage(name: string, from: string): string {
  const places = createRequire(from).resolve.paths(name) ?? [];
  const path = places.map((place) => join(place, name)).find((candidate) => existsSync(join(candidate, "package.json")));
  if (path === undefined) throw new Error(`The package ${name} is not installed.`);
  return path;
}
