import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Credentials } from "@countersign/protocol";
import { openAdministrator } from "../../../../test/support/administrator-token.ts";
import { findFreePort } from "../../../../scripts/lib/find-free-port.mjs";

export interface TestServer {
  credentials: Credentials;
  url: string;
  dataFolder: string;
  /** One-time sign-in link of the first administrator, who has no password yet. */
  signInUrl: string;
  /** Runs a command of the built command line against this server; returns its output. Throws on a non-zero exit code. */
  cli(...words: string[]): Promise<string>;
  fetch(path: string, init?: { method?: string; body?: unknown; as?: "person" | "agent" }): Promise<Response>;
  /** Kills the process with SIGKILL and starts it again on the same data and port, after `whileDown`. */
  killAndRestart(whileDown?: () => Promise<unknown>): Promise<void>;
  close(): Promise<void>;
}

const BIN = join(import.meta.dirname, "../../../server/bin/countersign.mjs");

/** Environment variable with the prepared data folder, which nobody has signed in to. */
export const DATA = "COUNTERSIGN_E2E_DATA";

/** Starts the built server in a process of its own, on a new data folder without an account that has a password. */
export async function startTestServer(env: Record<string, string> = {}): Promise<TestServer> {
  const dataFolder = await mkdtemp(join(tmpdir(), "countersign-e2e-"));
  const first = process.env[DATA];
  if (first !== undefined) await cp(first, dataFolder, { recursive: true });
  const port = await findFreePort();
  let running = await start(dataFolder, port, env);
  const { credentials } = running;
  const administrator = await openAdministrator(credentials.url, running.signInUrl);
  return {
    credentials,
    dataFolder,
    url: credentials.url,
    signInUrl: administrator.signInUrl,
    cli: (...words) => runCli([...words, "--data", dataFolder], administrator.token),
    fetch: (path, { method, body, as = "person" } = {}) =>
      fetch(credentials.url + path, {
        method: method ?? (body === undefined ? "GET" : "POST"),
        headers: {
          Authorization: `Bearer ${as === "person" ? administrator.token : credentials.agentKey}`,
          ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    async killAndRestart(whileDown) {
      running.child.kill("SIGKILL");
      await once(running.child, "exit");
      await whileDown?.();
      running = await start(dataFolder, port, env);
    },
    async close() {
      await running.stop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

interface Started {
  child: ChildProcess;
  credentials: Credentials;
  signInUrl: string;
  stop(): Promise<void>;
}

export const startServer = async (dataFolder: string): Promise<Started> => start(dataFolder, await findFreePort());

async function start(dataFolder: string, port: number, env: Record<string, string> = {}): Promise<Started> {
  // No optimizing WebAssembly compiler (the embedded database): test processes end before it pays off.
  const child = spawn(process.execPath, ["--liftoff-only", BIN, "start", "--data", dataFolder, "--port", String(port)], {
    // Some tests send more requests per second than a caller may.
    env: { ...process.env, COUNTERSIGN_MAX_REQUESTS_PER_SECOND: "100000", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.includes("Try it")) {
      child.stdout.resume();
      const credentials = JSON.parse(await readFile(join(dataFolder, "agent.json"), "utf8")) as Credentials;
      // The file is gone once an administrator has a password.
      const signInUrl = (await readFile(join(dataFolder, "sign-in-link"), "utf8").catch(() => "")).trim();
      const stop = async (): Promise<void> => {
        child.kill("SIGTERM");
        if (child.exitCode === null) await once(child, "exit");
      };
      return { child, credentials, signInUrl, stop };
    }
  }
  throw new Error(`the server did not start: ${errors}`);
}

async function runCli(words: readonly string[], token: string): Promise<string> {
  const child = spawn(process.execPath, [BIN, ...words], {
    env: { ...process.env, COUNTERSIGN_TOKEN: token },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(child, "exit")) as [number];
  if (code !== 0) throw new Error(`countersign ${words.join(" ")} ended with ${code}: ${said}`);
  return said;
}
