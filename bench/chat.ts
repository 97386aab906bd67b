import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ChatAgent, ChatSession } from "@countersign/protocol";
import { startModelProvider } from "../test/support/model-provider.ts";
import type { Question } from "./support/bench.ts";
import { createDatabase, dropDatabase } from "./support/create-database.ts";
import { atMost, milliseconds } from "./support/figure.ts";
import { percentile } from "./support/statistics.ts";
import { startServer, type BenchCredentials } from "./support/start-server.ts";

const SESSIONS = 100;
const TURNS = 20;
const KEY = "sk-of-the-bench";
const WORDS = "Twelve words that a model says, one after the other, to be read.";
const TARGET_MS = 100;

/** How long do a model's first words take from leaving the model to reaching a client that follows the conversation? */
export const askChat: Question = async ({ serverUrl, quick }) => {
  const many = quick ? 20 : SESSIONS;
  const turns = quick ? 5 : TURNS;
  const name = "bench_chat";
  const folder = await mkdtemp(join(tmpdir(), "countersign-bench-"));
  const provider = await startModelProvider(KEY);
  const { child, credentials } = await startServer(await createDatabase(serverUrl, name), folder);
  const ended = once(child, "exit");
  // The first words of a session contain its mark, which correlates sending and receiving.
  const leftAt = new Map<string, number>();
  provider.answerWith(({ messages }) => {
    const last = messages.at(-1)?.content;
    const mark = typeof last === "string" ? last : (last?.[0]?.text ?? "");
    return { text: `${mark} ${WORDS}`, onFirst: () => leftAt.set(mark, performance.now()) };
  });
  try {
    await setUp(credentials, provider.baseUrl);
    const alone = [await openSession(credentials)];
    const one: number[] = [];
    for (let n = 0; n < turns; n += 1) one.push(...(await speak(alone, leftAt, `one${n}`)));
    const sessions = await Promise.all(Array.from({ length: many }, () => openSession(credentials)));
    const all = await speak(sessions, leftAt, "all");
    for (const { close } of [...alone, ...sessions]) close();
    const describe = (values: readonly number[]): string =>
      `p50 ${milliseconds(percentile(values, 0.5))}, p99 ${milliseconds(percentile(values, 0.99))}`;
    const p50 = percentile(one, 0.5);
    return [
      {
        what: "first words of a model to who watches, 1 conversation",
        measured: describe(one),
        target: atMost(p50, TARGET_MS, "ms"),
      },
      { what: `the same, ${many} conversations at once`, measured: describe(all) },
      {
        what: `${many} conversations at once: answers that did not come whole`,
        measured: String(many - all.length),
        target: atMost(many - all.length, 0, "lost"),
      },
    ];
  } finally {
    child.kill("SIGTERM");
    await ended;
    await provider.close();
    await rm(folder, { recursive: true, force: true });
    await dropDatabase(serverUrl, name);
  }
};

async function ask<T>({ url, userToken }: BenchCredentials, method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(url + path, {
    method,
    headers: { Authorization: `Bearer ${userToken}`, "Content-Type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text) as T;
}

async function setUp(credentials: BenchCredentials, baseUrl: string): Promise<void> {
  const connection = await ask<{ id: string }>(credentials, "POST", "/api/connections", {
    connector: "openai-compatible",
    name: "Local",
    settings: { baseUrl },
    credentials: { apiKey: KEY },
    allowPrivate: true,
    confirm: true,
  });
  const { items } = await ask<{ items: ChatAgent[] }>(credentials, "GET", "/api/chat/agents");
  const model = { connectionId: connection.id, name: "test-model", inputPriceMicros: null, outputPriceMicros: null };
  await ask(credentials, "PUT", `/api/chat/agents/${items[0]!.id}`, { model });
}

interface Watched {
  say(mark: string): Promise<unknown>;
  /** Resolves with the time at which the first words with this mark arrived, once the message is complete. */
  heard(mark: string): Promise<number>;
  close(): void;
}

async function openSession(credentials: BenchCredentials): Promise<Watched> {
  const { items } = await ask<{ items: ChatAgent[] }>(credentials, "GET", "/api/chat/agents");
  const { id } = await ask<ChatSession>(credentials, "POST", "/api/chat/sessions", { agentId: items[0]!.id });
  const abort = new AbortController();
  const response = await fetch(`${credentials.url}/api/chat/sessions/${id}/events`, {
    headers: { Authorization: `Bearer ${credentials.userToken}` },
    signal: abort.signal,
  });
  const firstOf = new Map<number, number>();
  const waiting = new Map<string, (at: number) => void>();
  let status = "idle";
  void follow(response, (event, data) => {
    if (event === "session") ({ status } = data as { status: string });
    else if (event === "delta") {
      const { seq } = data as { seq: number };
      if (!firstOf.has(seq)) firstOf.set(seq, performance.now());
    } else if (event === "message") {
      const { seq, role, text, status } = data as { seq: number; role: string; text: string; status: string };
      if (role !== "assistant" || status !== "done") return;
      for (const [mark, heard] of waiting) if (text === `${mark} ${WORDS}`) heard(firstOf.get(seq) ?? Number.NaN);
    }
  }).catch(() => undefined);
  return {
    async say(mark) {
      // The message is complete a moment before the turn ends.
      while (status !== "idle") await new Promise((resolve) => setTimeout(resolve, 5));
      status = "running";
      return ask(credentials, "POST", `/api/chat/sessions/${id}/messages`, { text: mark });
    },
    heard: (mark) => new Promise((resolve) => waiting.set(mark, resolve)),
    close: () => abort.abort(),
  };
}

/** Sends a message to every session at once. Returns the delays of the answers that were complete within 30 seconds. */
async function speak(sessions: readonly Watched[], leftAt: ReadonlyMap<string, number>, name: string): Promise<number[]> {
  const delays = await Promise.all(
    sessions.map(async (session, n) => {
      const mark = `${name}-${n}`;
      const heard = Promise.race([
        session.heard(mark),
        new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), 30_000).unref()),
      ]);
      await session.say(mark);
      const at = await heard;
      const left = leftAt.get(mark);
      return at === undefined || left === undefined ? [] : [at - left];
    }),
  );
  return delays.flat().filter((delay) => !Number.isNaN(delay));
}

async function follow(response: Response, onEvent: (event: string, data: unknown) => void): Promise<void> {
  let text = "";
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const frame = text.slice(0, end);
      text = text.slice(end + 2);
      const event = /^event: (.*)$/m.exec(frame)?.[1];
      const data = /^data: (.*)$/m.exec(frame)?.[1];
      if (event !== undefined && data !== undefined) onEvent(event, JSON.parse(data));
    }
  }
}
