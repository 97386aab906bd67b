import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { npm } from "./run.mjs";
import { root } from "./root.mjs";

/** Runs `npm ci` unless the installed packages match the lockfile. */
export async function install(folder = root) {
  if (isInstalled(folder)) return;
  console.error(folder === root ? "Installing packages (once)…" : `Installing ${folder.slice(root.length)} (once)…`);
  // An inherited "omit=dev" is overridden, because nothing here runs without the development packages.
  const { code, text } = await npm(["ci", "--include=dev", "--loglevel=error"], { cwd: folder, quiet: true });
  if (code === 0) return;
  console.error(text);
  throw new Error(`\`npm ci\` failed in ${folder}. It needs the network this one time; when it works by hand, start again.`);
}

/** Compares npm's hidden lockfile, which npm writes last, with the wanted one; optional packages may be missing from it. */
function isInstalled(folder) {
  const installed = join(folder, "node_modules/.package-lock.json");
  if (!existsSync(installed)) return false;
  const has = JSON.parse(readFileSync(installed, "utf8")).packages;
  const wanted = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8")).packages;
  return Object.entries(wanted).every(
    ([path, { version, link, optional, devOptional, peer }]) =>
      !path.includes("node_modules/") ||
      (path in has
        ? link === true || has[path].version === version
        : optional === true || devOptional === true || peer === true),
  );
}
