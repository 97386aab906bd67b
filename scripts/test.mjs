// npm test: all but the long tests; installs what they need on a fresh clone
// npm run test:rest: the long tests, of the server and in the browser
// npm run test:browser: all browser tests
import { rmSync } from "node:fs";
import { join } from "node:path";
import "./lib/check-node.mjs";
import { buildWhenStale } from "./lib/build-when-stale.mjs";
import { fail } from "./lib/fail.mjs";
import { findBrowser } from "./lib/find-browser.mjs";
import { install } from "./lib/install.mjs";
import { root } from "./lib/root.mjs";
import { runPlaywright, runVitest } from "./lib/run-tests.mjs";

const projects = (...names) => names.map((name) => `--project=${name}`);
const RUNS = {
  test: async (browser) => [
    await runVitest("vitest", projects("unit", "shared", "postgres", "local")),
    await runPlaywright("browser-short", browser, projects("short")),
  ],
  rest: async (browser) => [
    await runVitest("vitest-rest", projects("rest", "embedded")),
    await runPlaywright("browser-rest", browser, projects("rest")),
  ],
  browser: async (browser) => [await runPlaywright("browser", browser, projects("short", "rest"))],
};

async function test() {
  await install();
  // Vitest keeps a transformed file for each content it had.
  rmSync(join(root, ".cache/modules"), { recursive: true, force: true });
  await buildWhenStale();
  const browser = await findBrowser();
  const counts = await RUNS[process.argv[2] ?? "test"](browser);
  const faults = counts.flatMap((count) => count.faults);
  console.log(`\n${counts.reduce((sum, count) => sum + count.passed, 0)} passed, ${faults.length} failed`);
  for (const fault of faults) console.log(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

await test().catch(fail);
