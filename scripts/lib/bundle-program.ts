import { mkdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "esbuild";

const ROOT = join(import.meta.dirname, "../..");
const DATABASE_THREAD = join(ROOT, "packages/server/src/store/pglite/worker.ts");

/**
 * Bundles a program and its database thread as JavaScript and returns the program's path; deleted when this process ends. A
 * program that is started hundreds of times would otherwise spend most of its time transforming sources.
 */
export async function bundleProgram(entry: string): Promise<string> {
  // Inside the repository, because PGlite is not bundled: it looks for its files beside itself.
  const folder = join(ROOT, ".cache/programs", String(process.pid));
  mkdirSync(folder, { recursive: true });
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  await build({
    entryPoints: [entry, DATABASE_THREAD],
    outdir: folder,
    entryNames: "[name]",
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20.19",
    conditions: ["@countersign/source"],
    external: ["@electric-sql/pglite", "pg-native"],
    // Required by CommonJS packages.
    banner: { js: `import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);` },
    logLevel: "error",
  });
  return join(folder, `${basename(entry, ".ts")}.js`);
}
