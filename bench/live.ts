import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Credentials } from "@countersign/protocol";
import type { Question } from "./support/bench.ts";
import { createDatabase, dropDatabase } from "./support/create-database.ts";
import { atMost, milliseconds } from "./support/figure.ts";
import { openListeners } from "./support/open-listeners.ts";
import { startServer } from "./support/start-server.ts";
import { percentile } from "./support/statistics.ts";

const LISTENERS = 1000;
const EVENTS = 60;
const GAP_MS = 250;
const LONGEST_WAIT_SECONDS = 30;

/** How long does an event take to reach each of many listeners of a real server? */
export const askLive: Question = async ({ serverUrl, quick }) => {
  const count = quick ? 200 : LISTENERS;
  const events = quick ? 10 : EVENTS;
  const name = "bench_live";
  const folder = await mkdtemp(join(tmpdir(), "countersign-bench-"));
  const { child, credentials } = await startServer(await createDatabase(serverUrl, name), folder);
  const ended = once(child, "exit");
  const received = new Map<string, number[]>();
  try {
    const listeners = await openListeners(credentials, count, (id, at) => {
      const times = received.get(id);
      if (times) times.push(at);
      else received.set(id, [at]);
    });
    const proposed: { id: string; sentAt: number; answeredAt: number }[] = [];
    for (let n = 0; n < events; n += 1) {
      const sentAt = performance.now();
      const id = await propose(credentials, n);
      proposed.push({ id, sentAt, answeredAt: performance.now() });
      await sleep(GAP_MS);
    }
    const total = (): number => [...received.values()].reduce((sum, times) => sum + times.length, 0);
    const end = performance.now() + LONGEST_WAIT_SECONDS * 1000;
    while (total() < count * events && performance.now() < end) await sleep(50);
    listeners.close();
    const delays = (from: "sentAt" | "answeredAt"): number[] =>
      proposed.flatMap((event) => (received.get(event.id) ?? []).map((at) => Math.max(0, at - event[from])));
    const describe = (values: readonly number[]): string =>
      `p50 ${milliseconds(percentile(values, 0.5))}, p99 ${milliseconds(percentile(values, 0.99))}`;
    const missing = count * events - total();
    const what = `event to ${count.toLocaleString("en")} listeners`;
    return [
      { what: `${what}, from the answer to propose`, measured: describe(delays("answeredAt")) },
      { what: `${what}, from the call of propose`, measured: describe(delays("sentAt")) },
      {
        what: `${what}: not received`,
        measured: String(missing),
        beside: `of ${(count * events).toLocaleString("en")}`,
        target: atMost(missing, 0, "lost"),
      },
    ];
  } finally {
    child.kill("SIGTERM");
    await ended;
    await rm(folder, { recursive: true, force: true });
    await dropDatabase(serverUrl, name);
  }
};

/** Proposes a new file each time, so that no proposal depends on another. */
async function propose({ url, agentKey }: Credentials, n: number): Promise<string> {
  const response = await fetch(`${url}/api/pending-actions`, {
    method: "POST",
    headers: { Authorization: `Bearer ${agentKey}`, "Content-Type": "application/json" },
    body: JSON.stringify({ toolName: "write_file", toolInput: { path: `notes/${n}.md`, content: "x".repeat(1000) } }),
  });
  const answer = (await response.json()) as { pendingActionId?: string };
  if (!answer.pendingActionId) throw new Error(`not proposed: ${response.status} ${JSON.stringify(answer)}`);
  return answer.pendingActionId;
}
