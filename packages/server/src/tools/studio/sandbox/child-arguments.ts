import { realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";

const HEAP_MEGABYTES = 64;
const { resolve } = createRequire(import.meta.url);
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
  const core = resolve("quickjs-emscripten-core");
  const entries = [
    core,
    resolve("@jitl/quickjs-wasmfile-release-sync"),
    createRequire(core).resolve("@jitl/quickjs-ffi-types"),
  ];
  return entries.flatMap((entry) => [entry, realpathSync(entry)]).map((entry) => dirname(dirname(entry)) + sep);
}
