// npm test: everything but the longer part of the browser's tests, and what it needs, on a fresh clone
// npm run test:browser [-- --project=rest]: all of the browser's tests, or those that `npm test` leaves out
import "./lib/check-node.mjs";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildWhenStale } from "./lib/build-when-stale.mjs";
import { fail } from "./lib/fail.mjs";
import { findBrowser } from "./lib/find-browser.mjs";
import { install } from "./lib/install.mjs";
import { readPlaywright, readVitest } from "./lib/read-reports.mjs";
import { root } from "./lib/root.mjs";
import { run } from "./lib/run.mjs";

const reports = join(root, ".cache/tests");

async function test() {
  await install();
  await buildWhenStale();
  const browser = await findBrowser();
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const [only, ...args] = process.argv.slice(2);
  const projects = args.length > 0 ? args : ["--project=short", "--project=rest"];
  const counts =
    only === "browser"
      ? [await runPlaywright(browser, projects)]
      : [await runVitest(), await runPlaywright(browser, ["--project=short"])];
  const faults = counts.flatMap((count) => count.faults);
  console.log(`\n${counts.reduce((sum, count) => sum + count.passed, 0)} passed, ${faults.length} failed`);
  for (const fault of faults) console.log(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

/** It finds or installs PostgreSQL itself, in test/support. */
async function runVitest() {
  const file = join(reports, "vitest.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const { code } = await run(process.execPath, ["node_modules/vitest/vitest.mjs", "run", "--allowOnly=false", ...reporters]);
  return withCode(code, readVitest(file));
}

async function runPlaywright(browser, projects) {
  const file = join(reports, "playwright.json");
  const env = { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  const words = ["node_modules/@playwright/test/cli.js", "test", "--reporter=list,json", ...projects];
  const { code } = await run(process.execPath, words, { env });
  return withCode(code, readPlaywright(file));
}

/** A skipped test counts as failed, and so does a run that fell over outside a test. */
function withCode(code, { passed, skipped, faults }) {
  const all = skipped > 0 ? [...faults, `${skipped} skipped; a test runs or goes.`] : faults;
  return { passed, faults: code !== 0 && all.length === 0 ? [`the tests ended with code ${code}`] : all };
}

await test().catch(fail);
