import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Action } from "@countersign/protocol";
import type { Question } from "./support/bench.ts";
import { createDatabase, dropDatabase } from "./support/create-database.ts";
import { atMost, milliseconds } from "./support/figure.ts";
import { openSender, type Send } from "./support/open-sender.ts";
import { startServer } from "./support/start-server.ts";
import { percentile } from "./support/statistics.ts";

const HELD = 200;
const KEYS = 20;
const ROUNDS = 4;
const DECISIONS = 50;
const TARGET = 1.5;

/** What does a decision cost while calls of agents are held open, waiting for their own decisions? */
export const askHeld: Question = async ({ serverUrl, quick }) => {
  const decisions = quick ? 10 : DECISIONS;
  const name = "bench_held";
  const folder = await mkdtemp(join(tmpdir(), "countersign-bench-"));
  const { child, credentials } = await startServer(await createDatabase(serverUrl, name), folder);
  const ended = once(child, "exit");
  const { url, userToken } = credentials;
  const { send, close } = openSender(url);
  try {
    const key = async (kind: "agent" | "worker", n: number) =>
      (await send<{ key: string }>(userToken, "/api/keys", { kind, name: `${kind} ${n}`, confirm: true })).key;
    await send(await key("worker", 0), "/api/worker/tools", {
      tools: [{ name: "noted", description: "Writes a note.", inputSchema: { type: "object" } }],
    });
    const agents = await Promise.all(Array.from({ length: KEYS }, (_, n) => key("agent", n)));

    const alone: number[] = [];
    const beside: number[] = [];
    await decideOften(send, userToken, agents[0]!, decisions);
    for (let round = 0; round < ROUNDS; round += 1) {
      alone.push(...(await decideOften(send, userToken, agents[0]!, decisions)));
      const letGo = await hold(send, agents, round);
      beside.push(...(await decideOften(send, userToken, agents[0]!, decisions)));
      await letGo();
    }
    const describe = (values: readonly number[]): string =>
      `p50 ${milliseconds(percentile(values, 0.5))}, p99 ${milliseconds(percentile(values, 0.99))}`;
    const ratio = percentile(beside, 0.5) / percentile(alone, 0.5);
    return [
      {
        what: `an approval, ${HELD} calls held`,
        measured: describe(beside),
        beside: `${describe(alone)} with none`,
        ratio,
        target: atMost(ratio, TARGET),
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

/** Returns the milliseconds of each approval; one at a time. */
async function decideOften(send: Send, person: string, agent: string, count: number): Promise<number[]> {
  const taken: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const toolInput = { text: `decided ${n} ${Math.random()}` };
    const proposed = await send<{ pendingActionId: string }>(agent, "/api/pending-actions", { toolName: "noted", toolInput });
    const { id, digest } = await send<Action>(person, `/api/pending-actions/${proposed.pendingActionId}`);
    const began = performance.now();
    await send(person, `/api/pending-actions/${id}/approve`, { digest });
    taken.push(performance.now() - began);
  }
  return taken;
}

/** Opens the held calls and checks that none is answered within 5 s. The returned function aborts them. */
async function hold(send: Send, agents: readonly string[], round: number): Promise<() => Promise<void>> {
  const gone = new AbortController();
  const held = Array.from({ length: HELD }, (_, n) =>
    send(
      agents[n % agents.length]!,
      "/api/pending-actions",
      { toolName: "noted", toolInput: { text: `held ${round} ${n}` }, delivery: "wait", waitSeconds: 300, onWaitEnd: "park" },
      gone.signal,
    ).then(
      () => "answered",
      () => (gone.signal.aborted ? "let go" : "failed"),
    ),
  );
  const first = await Promise.race([Promise.race(held), new Promise((resolve) => setTimeout(resolve, 5000, "held"))]);
  if (first !== "held") throw new Error(`a call is not held: ${String(first)}`);
  return async () => {
    gone.abort();
    const ends = await Promise.all(held);
    if (ends.some((end) => end !== "let go")) throw new Error(`not all were held: ${ends.join(", ")}`);
  };
}
