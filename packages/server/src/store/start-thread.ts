import { createHash } from "node:crypto";
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Worker, type WorkerOptions } from "node:worker_threads";
import type * as Esbuild from "esbuild";

/** Resolves our own packages to their sources too. */
const SOURCE_CONDITION = "@countersign/source";
const require = createRequire(import.meta.url);

interface ThreadOptions extends Pick<WorkerOptions, "workerData" | "resourceLimits"> {
  /** Whether the thread imports TypeScript files chosen at run time. */
  importsSource?: boolean;
}

/**
 * Starts the worker thread in file `name` next to `from` (an `import.meta.url`): TypeScript when run from sources, JavaScript
 * when built.
 */
export function startThread(from: string, name: string, { importsSource = false, ...options }: ThreadOptions): Worker {
  const isSource = from.endsWith(".ts");
  const url = new URL(`./${name}.${isSource ? "ts" : "js"}`, from);
  const reads: unknown = Reflect.get(process.features, "typescript");
  if (!isSource) return new Worker(url, { ...options, execArgv: [] });
  const execArgv = [`--conditions=${SOURCE_CONDITION}`];
  if (reads === "strip" || reads === "transform") return new Worker(url, { ...options, execArgv });
  // Node 20 cannot run TypeScript. A loader in the thread takes eight times as long to start as the thread's own code.
  if (!importsSource) return new Worker(bundleOf(url), { ...options, execArgv });
  const tsx = new URL("./esm/api/index.mjs", pathToFileURL(require.resolve("tsx")));
  const boot = `import(${JSON.stringify(tsx.href)}).then((tsx) => { tsx.register(); return import(${JSON.stringify(url.href)}); });`;
  return new Worker(boot, { ...options, execArgv, eval: true });
}

const bundles = new Map<string, URL>();

/** Bundles the thread's entry file and our own modules into one JavaScript file. npm dependencies stay external. */
function bundleOf(entry: URL): URL {
  const known = bundles.get(entry.href);
  if (known) return known;
  const { buildSync } = require("esbuild") as typeof Esbuild;
  const { dependencies } = require("../../package.json") as { dependencies: Record<string, string> };
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(entry)],
    bundle: true,
    write: false,
    platform: "node",
    format: "esm",
    conditions: [SOURCE_CONDITION],
    external: Object.keys(dependencies).filter((name) => !name.startsWith("@countersign/")),
  });
  const [{ text }] = outputFiles as [Esbuild.OutputFile];
  const folder = new URL("../../node_modules/.cache/threads/", import.meta.url);
  const file = new URL(`${createHash("sha256").update(text).digest("hex")}.mjs`, folder);
  if (!existsSync(file)) {
    const unfinished = new URL(`${file.href}.${process.pid}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(unfinished, text);
    renameSync(unfinished, file);
  }
  bundles.set(entry.href, file);
  return file;
}
