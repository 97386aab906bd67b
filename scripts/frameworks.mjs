// npm run frameworks: runs the hostile suite for every adapter with its real framework, beside the framework's own approval
import "./lib/check-node.mjs";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fail } from "./lib/fail.mjs";
import { install } from "./lib/install.mjs";
import { root } from "./lib/root.mjs";
import { run } from "./lib/run.mjs";

const folder = join(root, "integrations/frameworks");
const reports = join(root, ".cache/frameworks");
const inSources = ["--import", "tsx", "--conditions=@countersign/source"];

async function must(what, program, args, options) {
  console.error(`\n── ${what}`);
  const done = await run(program, args, { cwd: folder, ...options });
  if (done.code !== 0 && !options?.mayFail) throw new Error(`${done.text}${what} failed.`);
  return done;
}

async function frameworks() {
  await install();
  // Mastra and AI SDK 7 require Node.js 22, which is installed from npm.
  const tools = join(root, "tools/node-22");
  await install(tools);
  const node = join(tools, "node_modules/node/bin/node");
  await install(folder);
  mkdirSync(reports, { recursive: true });
  const [ours, native] = [join(reports, "ours.json"), join(reports, "native.json")];

  const tsc = join(root, "node_modules/typescript/bin/tsc");
  await must("types", node, [tsc, "-p", "."]);
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const suite = ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${ours}`];
  const { code } = await must("the hostile suite", node, [vitest, ...suite], { mayFail: true });
  await must("the frameworks' own approval", node, [...inSources, "scripts/native.ts", native]);
  await must("the comparison", node, [
    ...inSources,
    "scripts/compare.ts",
    ours,
    native,
    join(root, "docs/adapters/comparison.md"),
  ]);
  await must("the examples with real models", node, [...inSources, "scripts/real-models.ts"]);
  if (code !== 0) throw new Error("The hostile suite or an example fails.");
}

await frameworks().catch(fail);
