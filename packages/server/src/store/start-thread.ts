import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { Worker, type WorkerOptions } from "node:worker_threads";

/**
 * Starts the worker thread whose file is `name` beside `from` (an `import.meta.url`). The file is TypeScript when run from sources and
 * JavaScript when built.
 */
export function startThread(from: string, name: string, options: Pick<WorkerOptions, "workerData" | "resourceLimits">): Worker {
  const isSource = from.endsWith(".ts");
  const url = new URL(`./${name}.${isSource ? "ts" : "js"}`, from);
  const reads: unknown = Reflect.get(process.features, "typescript");
  if (!isSource) return new Worker(url, { ...options, execArgv: [] });
  // Our packages are read from their sources, too.
  const execArgv = ["--conditions=@countersign/source"];
  if (reads === "strip" || reads === "transform") return new Worker(url, { ...options, execArgv });
  // Node 20 cannot read TypeScript, and a loader given on the command line does not reach a worker's first file.
  const tsx = new URL("./esm/api/index.mjs", pathToFileURL(createRequire(import.meta.url).resolve("tsx")));
  const boot = `import(${JSON.stringify(tsx.href)}).then((tsx) => { tsx.register(); return import(${JSON.stringify(url.href)}); });`;
  return new Worker(boot, { ...options, execArgv, eval: true });
}
