// npm run package: packs the two packages as for a registry; checks, installs and bundles them; prints their sizes
import "./lib/check-node.mjs";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { buildWhenStale } from "./lib/build-when-stale.mjs";
import { fail } from "./lib/fail.mjs";
import { install } from "./lib/install.mjs";
import { root } from "./lib/root.mjs";
import { npm, run } from "./lib/run.mjs";

/** Limit in bytes, after gzip, of a page that imports only the client. */
const MAX_CLIENT_BYTES = 10_000;
const FIELDS = ["description", "keywords", "license", "author", "engines", "types", "exports"];
const FILES = ["package.json", "README.md", "LICENSE", "dist/index.js", "dist/index.d.ts"];

const number = (value) => value.toLocaleString("en");

async function must(what, running) {
  const { code, text } = await running;
  if (code !== 0) throw new Error(`${text}${what} failed.`);
  return text.trim();
}

/** Packs one package, checks its content and lints the tarball with publint and attw. Returns the tarball's path. */
async function pack(name, folder) {
  const cwd = join(root, "packages", name);
  const manifest = JSON.parse(readFileSync(join(cwd, "package.json"), "utf8"));
  const packing = npm(["pack", "--json", "--loglevel=error", "--pack-destination", folder], { cwd, quiet: true });
  const [packed] = JSON.parse(await must(`npm pack of ${manifest.name}`, packing));
  const paths = new Set(packed.files.map(({ path }) => path));
  const bins = Object.values(manifest.bin ?? {}).map((path) => path.replace(/^\.\//, ""));
  const missing = [
    ...FIELDS.filter((field) => manifest[field] === undefined).map((field) => `the field \`${field}\``),
    ...[...FILES, ...bins].filter((path) => !paths.has(path)),
  ];
  if (missing.length > 0) throw new Error(`${manifest.name} lacks ${missing.join(", ")}.`);
  if (readFileSync(join(cwd, "LICENSE"), "utf8") !== readFileSync(join(root, "LICENSE"), "utf8"))
    throw new Error(`The licence in packages/${name} is not the workspace's.`);
  console.log(
    `${manifest.name} ${manifest.version}: ${packed.entryCount} files, ${number(packed.size)} bytes packed, ${number(packed.unpackedSize)} unpacked`,
  );

  const tarball = join(folder, basename(packed.filename));
  const lint = (program, ...args) => run(process.execPath, [fileURLToPath(program), ...args], { quiet: true });
  const publint = new URL("cli.js", import.meta.resolve("publint"));
  const said = await must("publint", lint(publint, "run", tarball, "--strict"));
  if (!said.includes("All good!")) throw new Error(`${said}\npublint has something to say of ${manifest.name}.`);
  // The packages are ESM; CommonJS can use `import()`, and from Node.js 20.19 on also `require()`.
  const attw = new URL("dist/index.js", import.meta.resolve("@arethetypeswrong/cli/package.json"));
  await must("are-the-types-wrong", lint(attw, tarball, "--profile", "esm-only"));
  console.log("  publint: all good; are-the-types-wrong: no problems");
  return tarball;
}

/** Installs the tarballs as an application would, and prints the installed sizes. */
async function installTarballs(folder, tarballs) {
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), '{"private":true,"type":"module"}\n');
  const args = ["install", "--loglevel=error", "--no-audit", "--no-fund", ...tarballs];
  await must("npm install of the tarballs", npm(args, { cwd: folder, quiet: true }));
  const lock = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8"));
  const modules = join(folder, "node_modules");
  const sizeOf = (path) =>
    readdirSync(path, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .reduce((bytes, entry) => bytes + statSync(join(entry.parentPath, entry.name)).size, 0);
  const installed = Object.keys(lock.packages)
    .filter((path) => path !== "")
    .map((path) => ({ name: path.split("node_modules/").at(-1), bytes: sizeOf(join(folder, path)) }));
  const others = installed.filter(({ name }) => name !== "@countersign/sdk");
  console.log(`@countersign/sdk installed: ${number(sizeOf(modules))} bytes, ${others.length} dependencies`);
  for (const { name, bytes } of installed) console.log(`  ${name}: ${number(bytes)} bytes`);
}

/** Bundles a page that imports only the client. The bundle must contain the SDK's own files only. */
async function bundleClient(folder) {
  // Imported late: a fresh clone has esbuild only after the packages are installed.
  const { build } = await import("esbuild");
  const entry = join(folder, "client.js");
  writeFileSync(entry, 'import { Countersign } from "@countersign/sdk";\nglobalThis.Countersign = Countersign;\n');
  const { metafile, outputFiles } = await build({
    entryPoints: [entry],
    absWorkingDir: folder,
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    metafile: true,
    write: false,
    logLevel: "silent",
  });
  const foreign = Object.keys(metafile.inputs).filter(
    (path) => path.includes("node_modules/") && !path.includes("node_modules/@countersign/sdk/"),
  );
  if (foreign.length > 0) throw new Error(`The client carries ${foreign.join(", ")}.`);
  const [{ contents }] = outputFiles;
  const zipped = gzipSync(contents).length;
  console.log(`the client in a browser: ${number(contents.length)} bytes, ${number(zipped)} with gzip`);
  if (zipped > MAX_CLIENT_BYTES) throw new Error(`The client must stay within ${number(MAX_CLIENT_BYTES)} bytes with gzip.`);
}

async function checkPackages() {
  await install();
  await buildWhenStale({ last: "sdk" });
  const folder = mkdtempSync(join(tmpdir(), "countersign-package-"));
  try {
    const tarballs = [];
    for (const name of ["protocol", "sdk"]) tarballs.push(await pack(name, folder));
    const consumer = join(folder, "consumer");
    await installTarballs(consumer, tarballs);
    await bundleClient(consumer);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await checkPackages().catch(fail);
