// npm run verify: exactly what CI runs
import "./lib/check-node.mjs";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fail } from "./lib/fail.mjs";
import { install } from "./lib/install.mjs";
import { root } from "./lib/root.mjs";
import { partOfCommit } from "./lib/part-of-commit.mjs";
import { npm, run } from "./lib/run.mjs";

const script = (name, ...args) => ({
  name: ["npm run", name, ...args].join(" "),
  start: (output) => npm(["run", "--silent", name, ...(args.length > 0 ? ["--", ...args] : [])], output),
});

/** Runs on a copy installed by that Node.js: npm may choose other packages on another version. Node.js comes from npm. */
const shortFormOn = (major) => ({
  name: `short form on Node.js ${major}`,
  async start(output) {
    const folder = join(root, `tools/node-${major}`);
    await install(folder);
    const copy = mkdtempSync(join(tmpdir(), "countersign-short-"));
    try {
      cpSync(root, copy, { recursive: true, filter: (path) => !LEFT_OUT.has(basename(path)) });
      return await run(join(folder, "node_modules/node/bin/node"), ["scripts/short.mjs"], { ...output, cwd: copy });
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
  },
});
const LEFT_OUT = new Set([".git", ".data", "node_modules", "test-results"]);

/** One line after the other. Those of a line use one core or wait for the network, so they run at the same time. */
const STEPS = [
  [script("lint"), script("typecheck"), script("format:check"), script("boundaries"), script("unused")],
  [script("test")],
  [script("test:rest")],
  [script("attacks", "--check")],
  // One of the two for each commit; both take a minute more.
  [shortFormOn([22, 24][partOfCommit(2)])],
  [script("package"), script("conformance")],
  [script("mutants", "--short")],
  [script("crash", "--short")],
  [script("chaos", "--short")],
  [script("durability:kill", "5")],
];

/** Number of lines of a failed step that the summary repeats: logs are long and often truncated. */
const LAST_LINES = 12;

async function verify() {
  await install();
  const results = [];
  for (const line of STEPS) results.push(...(await Promise.all(line.map((step) => runStep(step, line.length === 1)))));
  console.log("\n── verify");
  for (const { name, code, text, seconds } of results) {
    console.log(`${code === 0 ? "passed" : "FAILED"}  ${name} (${seconds} s)`);
    if (code !== 0) console.log(endOf(text));
  }
  process.exitCode = results.every(({ code }) => code === 0) ? 0 : 1;
}

/** Shows the output while the step runs if it is alone, and in one piece after it if others run beside it. */
async function runStep({ name, start }, isAlone) {
  if (isAlone) console.log(`\n── ${name}`);
  const began = Date.now();
  const { code, text } = await start(isAlone ? { heard: true } : { quiet: true }).catch((error) => {
    console.error(error.message);
    return { code: 1, text: error.message };
  });
  if (!isAlone) console.log(`\n── ${name}\n${text.trimEnd()}`);
  return { name, code, text, seconds: Math.round((Date.now() - began) / 1000) };
}

/** Returns the output from the count of failed tests on, if there is one. Long output is shown without details. */
function endOf(text) {
  const lines = text.trimEnd().split("\n");
  const counted = lines.findLastIndex((line) => /^\d+ passed, \d+ failed$/.test(line));
  const said = counted === -1 ? lines.slice(-LAST_LINES) : lines.slice(counted);
  const end = said.length > LAST_LINES ? said.filter((line) => !/^\s/.test(line)) : said;
  return end.map((line) => `    ${line.slice(0, 200)}`).join("\n");
}

await verify().catch(fail);
