import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Question } from "./support/bench.ts";
import { createDatabase, dropDatabase } from "./support/create-database.ts";
import { atMost, milliseconds } from "./support/figure.ts";
import { openSender, type Send } from "./support/open-sender.ts";
import { startServer, type BenchCredentials } from "./support/start-server.ts";
import { percentile } from "./support/statistics.ts";

const IN_FLIGHT = 200;
const KEYS = 20;
const TRIES = 50;
const TARGET_MS = 1000;
const PATTERN = "^(a+)+$";
/** The pattern refuses both: one at once, the other only after practically endless backtracking. */
const INPUTS = { quick: "b", slow: `${"a".repeat(60)}!` } as const;

/** How long does the emergency stop take while agents send inputs whose check never ends? */
export const askStop: Question = async ({ serverUrl, quick }) => {
  const tries = quick ? 5 : TRIES;
  const name = "bench_stop";
  const folder = await mkdtemp(join(tmpdir(), "countersign-bench-"));
  const { child, credentials } = await startServer(await createDatabase(serverUrl, name), folder);
  const ended = once(child, "exit");
  const { send, close } = openSender(credentials.url);
  try {
    const keys = await makeKeys(send, credentials);
    await stopOften(send, credentials, 5);
    const alone = await stopOften(send, credentials, tries);
    const besideQuick = await under(send, keys, "quick", () => stopOften(send, credentials, tries));
    const besideSlow = await under(send, keys, "slow", () => stopOften(send, credentials, tries));
    const describe = (values: readonly number[]): string =>
      `p50 ${milliseconds(percentile(values, 0.5))}, p99 ${milliseconds(percentile(values, 0.99))}`;
    const p99 = percentile(besideSlow, 0.99);
    return [
      { what: "emergency stop, nothing else under way", measured: describe(alone) },
      { what: `the same, ${IN_FLIGHT} inputs in flight that are refused at once`, measured: describe(besideQuick) },
      {
        what: `the same, ${IN_FLIGHT} inputs in flight whose check never ends`,
        measured: describe(besideSlow),
        beside: `${describe(alone)} alone`,
        ratio: p99 / percentile(alone, 0.99),
        target: atMost(p99, TARGET_MS, "ms"),
      },
    ];
  } finally {
    close();
    child.kill("SIGTERM");
    await ended;
    await rm(folder, { recursive: true, force: true });
    await dropDatabase(serverUrl, name);
  }
};

async function makeKeys(send: Send, { userToken }: BenchCredentials): Promise<string[]> {
  const make = async (kind: "agent" | "worker", n: number): Promise<string> =>
    (await send<{ key: string }>(userToken, "/api/keys", { kind, name: `${kind} ${n}`, confirm: true })).key;
  const inputSchema = { type: "object", properties: { text: { type: "string", pattern: PATTERN } } };
  const tools = [{ name: "matched", description: "Takes what matches.", inputSchema }];
  await send(await make("worker", 0), "/api/worker/tools", { tools });
  return Promise.all(Array.from({ length: KEYS }, (_, n) => make("agent", n)));
}

/** Keeps `IN_FLIGHT` calls in flight, from several agents, while something is measured. */
async function under<T>(send: Send, keys: readonly string[], kind: keyof typeof INPUTS, measure: () => Promise<T>): Promise<T> {
  let isOver = false;
  const body = { toolName: "matched", toolInput: { text: INPUTS[kind] } };
  const callers = Array.from({ length: IN_FLIGHT }, async (_, n) => {
    while (!isOver) await send(keys[n % keys.length]!, "/api/pending-actions", body).catch(() => undefined);
  });
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const measured = await measure();
  isOver = true;
  await Promise.all(callers);
  return measured;
}

/** Returns the milliseconds of each stop; lifts it in between. */
async function stopOften(send: Send, { userToken }: BenchCredentials, tries: number): Promise<number[]> {
  const taken: number[] = [];
  for (let n = 0; n < tries; n += 1) {
    const began = performance.now();
    await send(userToken, "/api/emergency-stop", { reason: "bench" });
    taken.push(performance.now() - began);
    await send(userToken, "/api/emergency-stop/lift", {});
  }
  return taken;
}
