// npm test: everything but the longer part of the browser's tests, and what it needs, on a fresh clone
// npm run test:browser [-- --project=rest]: all of the browser's tests, or those that `npm test` leaves out
import "./lib/check-node.mjs";
import { buildWhenStale } from "./lib/build-when-stale.mjs";
import { fail } from "./lib/fail.mjs";
import { findBrowser } from "./lib/find-browser.mjs";
import { install } from "./lib/install.mjs";
import { runPlaywright, runVitest } from "./lib/run-tests.mjs";

async function test() {
  await install();
  await buildWhenStale();
  const browser = await findBrowser();
  const [only, ...args] = process.argv.slice(2);
  const projects = args.length > 0 ? args : ["--project=short", "--project=rest"];
  const counts =
    only === "browser"
      ? [await runPlaywright("browser", browser, projects)]
      : [await runVitest("vitest"), await runPlaywright("browser-short", browser, ["--project=short"])];
  const faults = counts.flatMap((count) => count.faults);
  console.log(`\n${counts.reduce((sum, count) => sum + count.passed, 0)} passed, ${faults.length} failed`);
  for (const fault of faults) console.log(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

await test().catch(fail);
