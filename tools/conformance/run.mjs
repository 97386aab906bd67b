// npm run conformance [-- server client inspector authorization]: the published suites of the protocol and its inspector. The server suites and
// the inspector ask a started Countersign; the client suites drive our connection to upstreams
import { fileURLToPath } from "node:url";
import { install } from "../../scripts/lib/install.mjs";

await install(fileURLToPath(new URL(".", import.meta.url)));
const [{ runServerSuites }, { runClientSuites }, { runInspector }, { runAuthorizationSuite }] = await Promise.all([
  import("./server-suite.mjs"),
  import("./client-suite.mjs"),
  import("./inspector.mjs"),
  import("./authorization-suite.mjs"),
]);

const wanted = process.argv.slice(2);
const SUITES = {
  server: runServerSuites,
  client: runClientSuites,
  inspector: runInspector,
  authorization: runAuthorizationSuite,
};
const results = [];
for (const [name, run] of Object.entries(SUITES)) {
  if (wanted.length === 0 || wanted.includes(name)) results.push(await run());
}
process.exitCode = results.every(Boolean) ? 0 : 1;
