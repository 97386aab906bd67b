// npm test: everything but the longer part of the browser's tests, and what it needs, on a fresh clone
// npm run test:browser [-- --project=rest]: all of the browser's tests, or those that `npm test` leaves out
import "./lib/check-node.mjs";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildWhenStale } from "./lib/build-when-stale.mjs";
import { fail } from "./lib/fail.mjs";
import { findBrowser } from "./lib/find-browser.mjs";
import { install } from "./lib/install.mjs";
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
  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failed = counts.reduce((sum, count) => sum + count.failed, 0);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

/** It finds or installs PostgreSQL itself, in test/support. */
async function runVitest() {
  const file = join(reports, "vitest.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const { code } = await run(process.execPath, ["node_modules/vitest/vitest.mjs", "run", "--allowOnly=false", ...reporters]);
  return count(code, file, (report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  }));
}

async function runPlaywright(browser, projects) {
  const file = join(reports, "playwright.json");
  const env = { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  const words = ["node_modules/@playwright/test/cli.js", "test", "--reporter=list,json", ...projects];
  const { code } = await run(process.execPath, words, { env });
  return count(code, file, ({ stats }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
  }));
}

/** A skipped test counts as failed, and so does a run that fell over outside a test. */
function count(code, file, read) {
  const { passed, failed, skipped } = readReport(file, read);
  if (skipped > 0) console.error(`${skipped} skipped; a test runs or goes.`);
  return { passed, failed: Math.max(failed + skipped, code === 0 ? 0 : 1) };
}

function readReport(file, read) {
  try {
    return read(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

await test().catch(fail);
