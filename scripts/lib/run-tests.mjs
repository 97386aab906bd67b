import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readPlaywright, readVitest } from "./read-reports.mjs";
import { root } from "./root.mjs";
import { run } from "./run.mjs";

/** Path of the JSON report of the run with this name; kept until the next run with the same name. */
export const reportOf = (name) => join(root, ".cache/tests", `${name}.json`);

/** `args`: projects and files; if empty, all tests of Vitest. Tests find or install PostgreSQL themselves (test/support). */
export async function runVitest(name, args = []) {
  const file = freshReport(name);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const words = ["node_modules/vitest/vitest.mjs", "run", "--allowOnly=false", ...reporters, ...args];
  const { code } = await run(process.execPath, words);
  return withCode(code, readVitest(file));
}

/** Runs Playwright. `args`: projects and files. `browser` is the path of a Chromium. */
export async function runPlaywright(name, browser, args) {
  const file = freshReport(name);
  const env = { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  const words = ["node_modules/@playwright/test/cli.js", "test", "--reporter=list,json", ...args];
  const { code } = await run(process.execPath, words, { env });
  return withCode(code, readPlaywright(file));
}

function freshReport(name) {
  const file = reportOf(name);
  mkdirSync(join(root, ".cache/tests"), { recursive: true });
  rmSync(file, { force: true });
  return file;
}

/** A skipped test counts as failed, and so does a run that crashed outside a test. */
function withCode(code, { passed, skipped, faults }) {
  const all = skipped > 0 ? [...faults, `${skipped} skipped; a test runs or goes.`] : faults;
  return { passed, faults: code !== 0 && all.length === 0 ? [`the tests ended with code ${code}`] : all };
}
