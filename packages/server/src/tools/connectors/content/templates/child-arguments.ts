import { existsSync, readFileSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";

const HEAP_MEGABYTES = 64;
/** Folder of the rendering process: plain JavaScript beside this file, in the sources and in the build alike. */
const folder = fileURLToPath(new URL("./child/", import.meta.url));

let made: string[] | undefined;

/**
 * Returns the Node.js arguments for a render. The process may read its own sources and those of the template engine, by folder,
 * and no other file. It may not write files or start processes, threads or add-ons. V8 compiles no code from text.
 */
export function childArguments(): string[] {
  // Node.js 20 knows the permission model only by its former name.
  const permission = process.allowedNodeEnvironmentFlags.has("--permission") ? "--permission" : "--experimental-permission";
  made ??= [
    permission,
    ...[folder, ...packageFolders("twing", import.meta.url)].map((path) => `--allow-fs-read=${path}`),
    "--disallow-code-generation-from-strings",
    "--no-addons",
    "--no-warnings",
    `--max-old-space-size=${HEAP_MEGABYTES}`,
    join(folder, "main.mjs"),
  ];
  return made;
}

/** Finds where a package and all its dependencies are installed: as found, and with links resolved. */
function packageFolders(name: string, from: string, found = new Set<string>()): Set<string> {
  const places = createRequire(from).resolve.paths(name) ?? [];
  const path = places.map((place) => join(place, name)).find((candidate) => existsSync(join(candidate, "package.json")));
  if (path === undefined) throw new Error(`The package ${name} is not installed.`);
  const real = realpathSync(path);
  if (found.has(real + sep)) return found;
  found.add(path + sep).add(real + sep);
  const manifest = join(real, "package.json");
  const { dependencies = {} } = JSON.parse(readFileSync(manifest, "utf8")) as { dependencies?: Record<string, string> };
  for (const dependency of Object.keys(dependencies)) packageFolders(dependency, manifest, found);
  return found;
}
