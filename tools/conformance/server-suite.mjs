import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { EXTRA_TOOL, TOOLS } from "./fixture/content.mjs";
import { startGateway } from "./gateway.mjs";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const NODE = at("node_modules/node/bin/node");
const SUITE = at("node_modules/@modelcontextprotocol/conformance/dist/index.js");

/** The suite's fixture behind a started Countersign, under its own names and asking nobody. */
const startFixture = (era) =>
  startGateway(
    {
      fixture: {
        command: process.execPath,
        args: [at("fixture/server.mjs")],
        prefix: "",
        trust: "trusted",
        era,
        tools: Object.fromEntries([...TOOLS, EXTRA_TOOL].map(({ name }) => [name, { approval: "never" }])),
      },
    },
    TOOLS.map(({ name }) => name),
  );

function runSuite(url, revision) {
  const child = spawn(NODE, [SUITE, "server", "--url", url, "--requirements", revision], { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += String(chunk)));
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, said })));
}

/** The scenarios of the summary and how each ended; those that are not scored are listed once more below it. */
function readSummary(said) {
  const [, summary = ""] = said.split("=== SUMMARY ===");
  const [scored, unscored = ""] = summary.split("Not scored for");
  const read = (text, pattern) => new Map([...text.matchAll(pattern)].map(([, mark, name]) => [name, mark === "✓"]));
  const all = read(scored, /^([✓✗]) ([\w-]+):/gm);
  const extra = read(unscored, /^\s+([✓✗]) ([\w-]+) \(/gm);
  const tasks = [...all].filter(([name]) => name.startsWith("tasks-"));
  return { required: [...all].filter(([name]) => !extra.has(name)), tasks };
}

function tell(name, scenarios, wanted) {
  const passed = scenarios.filter(([, isPassed]) => isPassed).length;
  const failed = scenarios.flatMap(([scenario, isPassed]) => (isPassed ? [] : [scenario]));
  const isWhole = passed === wanted && failed.length === 0;
  console.log(
    `${isWhole ? "passed" : "FAILED"}  ${name}: ${passed} of ${wanted}${failed.length > 0 ? `, not ${failed.join(", ")}` : ""}`,
  );
  return isWhole;
}

/** Every scenario a revision requires of a server, through the gateway; true when all pass. */
export async function runServerSuites() {
  const results = [];
  for (const era of ["modern", "legacy"]) {
    const behind = `over an upstream of ${era === "modern" ? "2026-07-28" : "2025-11-25"}`;
    const gateway = await startFixture(era);
    try {
      const old = await runSuite(gateway.url, "2025-11-25");
      results.push(tell(`server, 2025-11-25, ${behind}`, readSummary(old.said).required, 30));
      // What a server asks by its answer has the names it gives; an upstream that asks by requests has none to give.
      if (era === "legacy") continue;
      const now = await runSuite(gateway.url, "2026-07-28");
      const { required, tasks } = readSummary(now.said);
      results.push(tell(`server, 2026-07-28, ${behind}`, required, 37));
      results.push(tell(`tasks extension, 2026-07-28, ${behind}`, tasks, 10));
      if (results.includes(false)) console.log(now.said.split("=== SUMMARY ===")[0]);
    } finally {
      await gateway.stop();
    }
  }
  return results.every(Boolean);
}
