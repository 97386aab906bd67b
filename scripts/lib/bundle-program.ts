import { mkdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "esbuild";

const ROOT = join(import.meta.dirname, "../..");
const DATABASE_THREAD = join(ROOT, "packages/server/src/store/pglite/worker.ts");

/**
 * A program of ours and its database's thread as JavaScript, gone with this process; answers with the program's path. One
 * that is started hundreds of times would spend most of each life on translating its sources.
 */
export async function bundleProgram(entry: string): Promise<string> {
  // Below the repository, as PGlite is not bundled: it looks for its files beside itself.
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
    // What packages in CommonJS ask for.
    banner: { js: `import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);` },
    logLevel: "error",
  });
  return join(folder, `${basename(entry, ".ts")}.js`);
}
