// npm run payload: runs the contract suite of content sources, and the tools on top of it, against a real Payload
import "./lib/check-node.mjs";
import { join } from "node:path";
import { fail } from "./lib/fail.mjs";
import { install } from "./lib/install.mjs";
import { root } from "./lib/root.mjs";
import { run } from "./lib/run.mjs";

const folder = join(root, "integrations/payload");

async function must(what, args) {
  console.error(`\n── ${what}`);
  const { code } = await run(process.execPath, args, { cwd: folder });
  if (code !== 0) throw new Error(`${what} failed.`);
}

async function payload() {
  await install();
  await install(folder);
  const [first, ...rest] = process.argv.slice(2);
  // Runs only the sample site, until it is stopped; for trying a connection.
  if (first === "serve") return must("Payload", ["--import", "tsx", "src/main.ts", ...rest]);
  await must("types", [join(root, "node_modules/typescript/bin/tsc"), "-p", "."]);
  await must("the suite", [join(root, "node_modules/vitest/vitest.mjs"), "run", ...process.argv.slice(2)]);
}

await payload().catch(fail);
