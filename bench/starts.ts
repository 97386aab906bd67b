import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Credentials } from "@countersign/protocol";
import type { Question } from "./support/bench.ts";
import { atLeast } from "./support/figure.ts";
import { percentile } from "./support/statistics.ts";

const PROGRAM = fileURLToPath(new URL("../packages/server/bin/countersign.mjs", import.meta.url));
const STARTS = 10;
const BUSY = 20;
/** Upper limit on any machine; a start that takes longer has failed. */
const MAX_MS = 15 * 60_000;
const LIFE_MS = 5000;

interface Start {
  seconds: number;
  /** Description of the failure; undefined if the server started, answered a call and stayed alive. */
  fault?: string;
}

/**
 * Do new servers start on the embedded database while the machine is busy with other work? Needs `npm run build`. Starts one
 * server at a time, each in its own data folder, beside busy processes; each must also store a call, and stay alive.
 */
export const askStarts: Question = async ({ quick }) => {
  const alone = await startOnce();
  if (alone.fault !== undefined) throw new Error(`a start with nothing beside it failed: ${alone.fault}`);
  const busy = Array.from({ length: BUSY }, () => spawn(process.execPath, ["-e", "for(;;);"], { stdio: "ignore" }));
  try {
    const starts: Start[] = [];
    for (let n = 0; n < (quick ? 2 : STARTS); n += 1) {
      starts.push(await startOnce());
      const { seconds, fault } = starts.at(-1)!;
      console.log(`  start ${n + 1}: ${fault ?? `${seconds.toFixed(1)} s`}, load ${loadavg()[0]!.toFixed(0)}`);
    }
    const up = starts.filter(({ fault }) => fault === undefined);
    const times = up.map(({ seconds }) => seconds);
    const spread = (share: number): string => (times.length === 0 ? "none" : `${percentile(times, share).toFixed(1)} s`);
    return [
      { what: "a fresh start on the embedded database, nothing beside it", measured: `${alone.seconds.toFixed(1)} s` },
      {
        what: `${starts.length} in a row beside ${BUSY} busy processes: came up, stored a call and lived on`,
        measured: `${up.length}`,
        beside: `p50 ${spread(0.5)}, slowest ${spread(1)}`,
        target: atLeast(up.length, starts.length, "starts"),
      },
    ];
  } finally {
    for (const child of busy) child.kill("SIGKILL");
  }
};

async function startOnce(): Promise<Start> {
  const folder = await mkdtemp(join(tmpdir(), "countersign-bench-"));
  const began = performance.now();
  const child = spawn(process.execPath, [PROGRAM, "start", "--json", "--port", "0", "--data", folder], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, DATABASE_URL: undefined },
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  const ended = once(child, "close");
  const late = setTimeout(() => child.kill("SIGKILL"), MAX_MS);
  try {
    const credentials = await readCredentials(child);
    const seconds = (performance.now() - began) / 1000;
    const fault = credentials ? await useOnce(credentials, child) : `did not start: ${errors.slice(-300)}`;
    return { seconds, ...((fault ?? findErrors(errors)) && { fault: fault ?? findErrors(errors)! }) };
  } finally {
    child.kill("SIGTERM");
    await ended;
    clearTimeout(late);
    await rm(folder, { recursive: true, force: true });
  }
}

async function readCredentials(child: ChildProcess): Promise<Credentials | undefined> {
  for await (const line of createInterface({ input: child.stdout! })) return JSON.parse(line) as Credentials;
  return undefined;
}

async function useOnce({ url, agentKey }: Credentials, child: ChildProcess): Promise<string | undefined> {
  const answer = await fetch(`${url}/api/pending-actions`, {
    method: "POST",
    headers: { Authorization: `Bearer ${agentKey}`, "Content-Type": "application/json" },
    body: JSON.stringify({ toolName: "write_file", toolInput: { path: "a.txt", content: "x" } }),
  });
  if (answer.status !== 202) return `a call was answered ${answer.status}: ${await answer.text()}`;
  await new Promise((resolve) => setTimeout(resolve, LIFE_MS));
  return child.exitCode === null ? undefined : `ended with ${child.exitCode}`;
}

/** Returns the first error line of the log, e.g. of a statement that could not run. */
const findErrors = (log: string): string | undefined => log.split("\n").find((line) => line.includes('"level":"error"'));
