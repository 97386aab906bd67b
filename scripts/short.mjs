// node scripts/short.mjs: the short form of the tests, on the Node.js that runs it
import "./lib/check-node.mjs";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { buildWhenStale } from "./lib/build-when-stale.mjs";
import { fail } from "./lib/fail.mjs";
import { findFreePort } from "./lib/find-free-port.mjs";
import { install } from "./lib/install.mjs";
import { root } from "./lib/root.mjs";
import { run } from "./lib/run.mjs";

const TESTS = [
  "unit.test.ts",
  "packages/server/test/store/database.contract.test.ts",
  "packages/server/test/chat/provider.int.test.ts",
];

async function short() {
  console.log(`Node.js ${process.versions.node}`);
  await install();
  await buildWhenStale();
  const { code } = await run(process.execPath, [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--project",
    "unit",
    "--project",
    "local",
    "--project",
    "shared",
    ...TESTS,
  ]);
  if (code !== 0) throw new Error(`The short form fails on Node.js ${process.versions.node}.`);
  const data = mkdtempSync(join(tmpdir(), "countersign-short-"));
  try {
    await startAndStop(data);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

/** Starts the built server on an empty data folder, checks that it is ready, and stops it. */
async function startAndStop(data) {
  const bin = join(root, "packages/server/dist/cli/bin.js");
  const port = await findFreePort();
  const server = spawn(process.execPath, [bin, "start", "--json", "--port", String(port), "--data", data], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const ended = once(server, "exit");
    const line = await Promise.race([once(createInterface(server.stdout), "line"), ended.then(() => undefined)]);
    if (line === undefined) throw new Error("The server ended before it was ready.");
    const { url } = JSON.parse(line[0]);
    const health = await fetch(new URL("/readyz", url));
    if (!health.ok) throw new Error(`The server is not ready: ${health.status} ${await health.text()}`);
    server.kill("SIGINT");
    const [code] = await ended;
    if (code !== 0) throw new Error(`The server ended with ${code} when it was asked to stop.`);
    console.log("The built server starts, answers and stops.");
  } finally {
    server.kill("SIGKILL");
  }
}

await short().catch(fail);
