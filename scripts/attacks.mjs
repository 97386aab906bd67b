// npm run attacks: runs the tests of every attack and writes docs/security/attacks.md
// npm run attacks -- --check: compares the page with the results of `npm test` and `npm run test:rest` instead of writing it
import "./lib/check-node.mjs";
import { existsSync } from "node:fs";
import { buildWhenStale } from "./lib/build-when-stale.mjs";
import { fail } from "./lib/fail.mjs";
import { findBrowser } from "./lib/find-browser.mjs";
import { install } from "./lib/install.mjs";
import { run } from "./lib/run.mjs";
import { reportOf, runPlaywright, runVitest } from "./lib/run-tests.mjs";

const TSX = ["node_modules/tsx/dist/cli.mjs", "--conditions=@countersign/source"];
const RUNS = ["vitest", "vitest-rest", "browser-short", "browser-rest"];

async function attacks() {
  if (process.argv.includes("--check")) return write(["--check", ...RUNS.map(reportOf).filter((file) => existsSync(file))]);
  await install();
  await buildWhenStale();
  const { text } = await run(process.execPath, [...TSX, "scripts/attacks/main.ts", "--files"], { quiet: true });
  const files = text.split("\n").filter((line) => line !== "");
  const isBrowser = (file) => file.startsWith("packages/inbox/e2e/");
  await runVitest(
    "attacks",
    files.filter((file) => !isBrowser(file)),
  );
  await runPlaywright("attacks-browser", await findBrowser(), [
    "--project=short",
    "--project=rest",
    ...files.filter(isBrowser),
  ]);
  return write([reportOf("attacks"), reportOf("attacks-browser")]);
}

async function write(args) {
  const { code } = await run(process.execPath, [...TSX, "scripts/attacks/main.ts", ...args]);
  process.exitCode = code;
}

await attacks().catch(fail);
