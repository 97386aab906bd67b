import { existsSync, readFileSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";

const HEAP_MEGABYTES = 64;
/** From sources and built alike: the process that renders is plain JavaScript and lies beside this file. */
const folder = fileURLToPath(new URL("./child/", import.meta.url));

let made: string[] | undefined;

/**
 * How Node.js is started for a render. It may read its own sources and those of the template engine, by folder, and no other
 * file; it may write none, and start no process, thread or add-on. V8 makes no code out of text in it.
 */
export function childArguments(): string[] {
  // Node.js 20 knows the permission model by its first name only.
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

/** Where a package and all it depends on are installed: as it is found, and where that leads when it is a link. */
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
