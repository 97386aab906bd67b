// The package as a registry would have it: publint, are-the-types-wrong, installed size, and the client's size in a browser.
import { build } from "esbuild";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const MOST_GZIP_BYTES = 10_000;
const root = fileURLToPath(new URL("../../..", import.meta.url));
const here = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "countersign-package-"));
const run = (program: string, args: string[], cwd = folder): string =>
  execFileSync(program, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });

const npm = (args: string[], cwd?: string): string =>
  process.env["npm_execpath"] === undefined
    ? run("npm", args, cwd)
    : run(process.execPath, [process.env["npm_execpath"], ...args], cwd);

/** Counts packages and bytes below a folder of installed packages. */
function measure(path: string): { packages: number; bytes: number } {
  let [packages, bytes] = [0, 0];
  for (const entry of readdirSync(path, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    bytes += statSync(file).size;
    if (/node_modules\/(@[^/]+\/)?[^/@]+\/package\.json$/.test(file.replaceAll("\\", "/"))) packages += 1;
  }
  return { packages, bytes };
}

try {
  const pack = (name: string): string =>
    join(folder, npm(["pack", "--silent", "--pack-destination", folder], join(root, "packages", name)).trim());
  const [protocol, sdk] = [pack("protocol"), pack("sdk")];
  console.log(
    run(process.execPath, [join(here, "node_modules/publint/src/cli.js"), "--strict", join(root, "packages/sdk")]).trim(),
  );
  // Says nothing where all is well, and fails where it is not. The package is ESM, which CommonJS reaches by import().
  run(process.execPath, [
    join(here, "node_modules/@arethetypeswrong/cli/dist/index.js"),
    sdk,
    "--profile",
    "esm-only",
    "--quiet",
  ]);
  console.log("are-the-types-wrong: nothing is wrong");

  const consumer = join(folder, "consumer");
  mkdirSync(consumer);
  writeFileSync(join(consumer, "package.json"), '{"private":true,"type":"module"}');
  npm(["install", "--silent", "--no-audit", "--no-fund", protocol, sdk], consumer);
  const { packages, bytes } = measure(join(consumer, "node_modules"));
  console.log(`installed: ${packages} packages (@countersign/sdk, @countersign/protocol, zod), ${(bytes / 1e6).toFixed(1)} MB`);

  writeFileSync(join(consumer, "client.js"), 'import { Countersign } from "@countersign/sdk"; console.log(Countersign);');
  const { outputFiles } = await build({
    entryPoints: [join(consumer, "client.js")],
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    write: false,
  });
  const zipped = gzipSync(outputFiles[0]!.contents).length;
  console.log(`the client in a browser: ${outputFiles[0]!.contents.length} bytes, ${zipped} with gzip`);
  if (zipped >= MOST_GZIP_BYTES) throw new Error(`The client must stay below ${MOST_GZIP_BYTES} bytes with gzip.`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
