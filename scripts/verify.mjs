// npm run verify: what CI runs, no more and no less
import "./lib/check-node.mjs";
import { join } from "node:path";
import { fail } from "./lib/fail.mjs";
import { install } from "./lib/install.mjs";
import { root } from "./lib/root.mjs";
import { npm, run } from "./lib/run.mjs";

const script = (name, ...args) => ({
  name: ["npm run", name, ...args].join(" "),
  start: () => npm(["run", "--silent", name, ...(args.length > 0 ? ["--", ...args] : [])]),
});

/** From the npm package, in a folder of its own, so that nobody has to have it. */
const shortFormOn = (major) => ({
  name: `short form on Node.js ${major}`,
  async start() {
    const folder = join(root, `tools/node-${major}`);
    await install(folder);
    return run(join(folder, "node_modules/node/bin/node"), ["scripts/short.mjs"]);
  },
});

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

async function verify() {
  await install();
  const results = [];
  for (const { name, start } of STEPS) {
    console.log(`\n── ${name}`);
    const began = Date.now();
    const { code } = await start().catch((error) => (console.error(error.message), { code: 1 }));
    results.push({ name, code, seconds: Math.round((Date.now() - began) / 1000) });
  }
  console.log("\n── verify");
  for (const { name, code, seconds } of results) console.log(`${code === 0 ? "passed" : "FAILED"}  ${name} (${seconds} s)`);
  process.exitCode = results.some(({ code }) => code !== 0) ? 1 : 0;
}

await verify().catch(fail);
