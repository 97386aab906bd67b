// npm run verify: what CI runs, no more and no less
import "./lib/check-node.mjs";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fail } from "./lib/fail.mjs";
import { install } from "./lib/install.mjs";
import { root } from "./lib/root.mjs";
import { npm, run } from "./lib/run.mjs";

const script = (name, ...args) => ({
  name: ["npm run", name, ...args].join(" "),
  start: () => npm(["run", "--silent", name, ...(args.length > 0 ? ["--", ...args] : [])], { heard: true }),
});

/** On a copy, installed by that Node.js: npm takes other packages on another one. It comes from npm, so nobody has to have it. */
const shortFormOn = (major) => ({
  name: `short form on Node.js ${major}`,
  async start() {
    const folder = join(root, `tools/node-${major}`);
    await install(folder);
    const copy = mkdtempSync(join(tmpdir(), "countersign-short-"));
    try {
      cpSync(root, copy, { recursive: true, filter: (path) => !LEFT_OUT.has(basename(path)) });
      return await run(join(folder, "node_modules/node/bin/node"), ["scripts/short.mjs"], { cwd: copy, heard: true });
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
  },
});
const LEFT_OUT = new Set([".git", ".data", "node_modules", "test-results"]);

const STEPS = [
  script("format:check"),
  script("lint"),
  script("typecheck"),
  script("boundaries"),
  script("unused"),
  script("test"),
  script("test:browser", "--project=rest"),
  script("package"),
  shortFormOn(22),
  shortFormOn(24),
  script("conformance"),
  script("mutants"),
  script("crash", "--short"),
  script("durability:kill", "5"),
];

/** Said again at the end: nobody looks for the one red test in ten thousand lines. */
const LAST_LINES = 25;

async function verify() {
  await install();
  const results = [];
  for (const { name, start } of STEPS) {
    console.log(`\n── ${name}`);
    const began = Date.now();
    const { code, text } = await start().catch((error) => (console.error(error.message), { code: 1, text: error.message }));
    results.push({ name, code, text, seconds: Math.round((Date.now() - began) / 1000) });
  }
  console.log("\n── verify");
  for (const { name, code, seconds } of results) console.log(`${code === 0 ? "passed" : "FAILED"}  ${name} (${seconds} s)`);
  const failed = results.filter(({ code }) => code !== 0);
  for (const { name, text } of failed)
    console.log(`\n── the end of ${name}\n${text.trimEnd().split("\n").slice(-LAST_LINES).join("\n")}`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}

await verify().catch(fail);
