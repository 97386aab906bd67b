import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const NODE = at("node_modules/node/bin/node");
const SUITE = at("node_modules/@modelcontextprotocol/conformance/dist/index.js");
const CLIENT = `${process.execPath} --import tsx --conditions=@countersign/source ${at("client.ts")}`;
const WANTED = { "2025-11-25": 18, "2026-07-28": 32 };
/** Scenarios of authorization, which begin so: `client-sign-in.ts` beside this file signs in, the product cannot yet. */
const SIGN_IN = "auth/";

/** Every scenario a revision requires of a client, driven over our connection to upstreams; true when all pass. */
export async function runClientSuites(revisions = Object.keys(WANTED)) {
  const results = [];
  for (const revision of revisions) {
    const said = await runSuite(revision);
    if (process.env.VERBOSE) console.log(said);
    const [, summary = ""] = said.split("SUMMARY ===");
    const [scored, unscored = ""] = summary.split("Not scored for");
    const extra = new Set([...unscored.matchAll(/^\s+[✓✗] ([\w/-]+) \(/gm)].map(([, name]) => name));
    const required = [...scored.matchAll(/^([✓✗]) ([\w/-]+):/gm)].filter(([, , name]) => !extra.has(name));
    const failed = required.flatMap(([, mark, name]) => (mark === "✓" ? [] : [name]));
    const isWhole = required.length === WANTED[revision] && failed.length === 0;
    const passed = required.length - failed.length;
    const signIns = required.filter(([, , name]) => name.startsWith(SIGN_IN)).length;
    console.log(
      `${isWhole ? "passed" : "FAILED"}  client, ${revision}: ${passed} of ${WANTED[revision]}, ${signIns} of them sign-in flows of this suite's own client${failed.length > 0 ? `, not ${failed.join(", ")}` : ""}`,
    );
    results.push(isWhole);
  }
  return results.every(Boolean);
}

function runSuite(revision) {
  const args = [SUITE, "client", "--command", CLIENT, "--requirements", revision, "--timeout", "120000"];
  const child = spawn(NODE, args, { stdio: ["ignore", "pipe", "pipe"], cwd: at("../..") });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += String(chunk)));
  return new Promise((resolve) => {
    child.once("close", () => resolve(said));
  });
}
