// npm run conformance: the published suite of the protocol and its inspector against a started Countersign
import { fileURLToPath } from "node:url";
import { install } from "../../scripts/lib/install.mjs";

await install(fileURLToPath(new URL(".", import.meta.url)));
const [{ runServerSuites }, { runInspector }] = await Promise.all([import("./server-suite.mjs"), import("./inspector.mjs")]);

const wanted = process.argv.slice(2);
const SUITES = { server: runServerSuites, inspector: runInspector };
const results = [];
for (const [name, run] of Object.entries(SUITES)) {
  if (wanted.length === 0 || wanted.includes(name)) results.push(await run());
}
process.exitCode = results.every(Boolean) ? 0 : 1;
