import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { openHttp, type Target } from "./load.ts";
import { findFreePort } from "../../scripts/lib/find-free-port.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const at = (path: string): string => fileURLToPath(new URL(`node_modules/${path}`, import.meta.url));
const EVERYTHING = at("@modelcontextprotocol/server-everything/dist/index.js");
const START_MS = 120_000;

const start = (program: readonly string[]): ChildProcess =>
  spawn(process.execPath, program, {
    cwd: ROOT,
    stdio: ["ignore", "ignore", "ignore"],
    // One key sends the whole load.
    env: { PATH: process.env["PATH"] ?? "", COUNTERSIGN_MAX_REQUESTS_PER_SECOND: "100000" },
  });

const stop = async (child: ChildProcess): Promise<void> => {
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const late = setTimeout(() => child.kill("SIGKILL"), 5000);
  await ended;
  clearTimeout(late);
};

/** Retries until the target responds, because the targets announce readiness in different ways. */
async function untilOpen(child: ChildProcess, open: () => Promise<Target>): Promise<Target> {
  const until = performance.now() + START_MS;
  for (;;) {
    if (child.exitCode !== null || performance.now() > until) throw new Error(`${child.spawnargs.join(" ")} did not come up`);
    try {
      const target = await open();
      await target.echo("ready").then((answer) => {
        if (!answer.includes("Echo: ready")) throw new Error("not ready");
      });
      return target;
    } catch {
      await pause(200);
    }
  }
}

/** The upstream itself, without a proxy. */
export async function openDirect(): Promise<Target> {
  const child = spawn(process.execPath, [EVERYTHING, "stdio"], { stdio: ["pipe", "pipe", "ignore"] });
  const waiting = new Map<number, (line: string) => void>();
  let lastId = 0;
  createInterface({ input: child.stdout }).on("line", (line) => {
    const { id } = JSON.parse(line) as { id?: number };
    if (id !== undefined) waiting.get(id)?.(line);
  });
  const send = (method: string, params: object): Promise<string> => {
    lastId += 1;
    const id = lastId;
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    return new Promise((resolve) =>
      waiting.set(id, (line) => {
        waiting.delete(id);
        resolve(line);
      }),
    );
  };
  await send("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "bench", version: "1" } });
  child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`);
  return {
    name: "direct",
    pid: null,
    echo: (message) => send("tools/call", { name: "echo", arguments: { message } }),
    close: () => stop(child),
  };
}

/** A whole server on its embedded database; the tool requires no approval and has the lowest risk. */
export async function openOurs(): Promise<Target> {
  const folder = await mkdtemp(join(tmpdir(), "countersign-proxies-"));
  const config = join(folder, "countersign.yaml");
  const tools = { echo: { approval: "never", risk: 0 } };
  const everything = { command: process.execPath, args: [EVERYTHING, "stdio"], trust: "trusted", tools };
  await writeFile(config, JSON.stringify({ upstreams: { everything } }));
  const port = await findFreePort();
  const data = join(folder, "data");
  // The built program, as for the others: the overhead of a development run must not be measured.
  const bin = join(ROOT, "packages/server/dist/cli/bin.js");
  const child = start([bin, "start", "--data", data, "--config", config, "--port", String(port)]);
  return untilOpen(child, async () => {
    const { agentKey } = JSON.parse(await readFile(join(data, "agent.json"), "utf8")) as { agentKey: string };
    const close = async (): Promise<void> => {
      await stop(child);
      await rm(folder, { recursive: true, force: true });
    };
    return openHttp("ours", `http://127.0.0.1:${port}/mcp`, child.pid!, close, { authorization: `Bearer ${agentKey}` });
  });
}

export async function openMcpProxy(): Promise<Target> {
  const port = await findFreePort();
  const child = start([
    at("mcp-proxy/dist/bin/mcp-proxy.mjs"),
    "--host",
    "127.0.0.1",
    "--port",
    String(port),
    "--server",
    "stream",
    "--",
    process.execPath,
    EVERYTHING,
    "stdio",
  ]);
  return untilOpen(child, () => openHttp("mcp-proxy", `http://127.0.0.1:${port}/mcp`, child.pid!, () => stop(child)));
}

export async function openSupergateway(): Promise<Target> {
  const port = await findFreePort();
  const child = start([
    at("supergateway/dist/index.js"),
    "--stdio",
    `${process.execPath} ${EVERYTHING} stdio`,
    "--outputTransport",
    "streamableHttp",
    "--stateful",
    "--port",
    String(port),
    "--logLevel",
    "none",
  ]);
  return untilOpen(child, () => openHttp("supergateway", `http://127.0.0.1:${port}/mcp`, child.pid!, () => stop(child)));
}
