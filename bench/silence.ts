import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { verifyAudit } from "../packages/server/src/engine/records/verify-audit.ts";
import type { Database } from "../packages/server/src/store/database.ts";
import { migrate } from "../packages/server/src/store/migrate.ts";
import { openDatabase } from "../packages/server/src/store/open-database.ts";
import { openDatabaseProxy, type DatabaseProxy } from "../packages/server/test/support/database-proxy.ts";
import type { Question } from "./support/bench.ts";
import { createDatabase, dropDatabase } from "./support/create-database.ts";
import { atMost, type Figure } from "./support/figure.ts";
import { startServer, type BenchCredentials } from "./support/start-server.ts";

const ANSWER_SECONDS = 10;
const RECOVER_SECONDS = 15;
const CALLERS = 20;
const SECRETS = { COUNTERSIGN_SECRET: "silence".repeat(6), COUNTERSIGN_SECRET_KEY: "ecnelis".repeat(6) };

/** 409: another caller may have decided first. */
const SERVED = new Set([200, 202, 409]);

interface Answer {
  sentAt: number;
  seconds: number;
  status: number;
  retryAfter: string | null;
}

/**
 * If the database falls silent (packets dropped, connections open), how long until callers get a response, and how long until
 * they are served once it is back? Two servers, each with its own line to it; agents propose, read and hold calls throughout.
 */
export const askSilence: Question = async ({ serverUrl, quick }) => {
  const name = "bench_silence";
  const folder = await mkdtemp(join(tmpdir(), "countersign-bench-"));
  const url = await createDatabase(serverUrl, name);
  const direct = await openDatabase({ url });
  await migrate(direct);
  const lines = [await openDatabaseProxy(url), await openDatabaseProxy(url)];
  const servers: Awaited<ReturnType<typeof startServer>>[] = [];
  try {
    for (const [n, line] of lines.entries()) servers.push(await startServer(line.url, join(folder, String(n)), SECRETS));
    const [first, second] = servers.map(({ credentials }) => credentials);
    // The second server has created no key: it uses the first one's workspace.
    const credentials = [first!, { ...first!, url: second!.url }];
    const figures: Figure[] = [];
    for (const silentSeconds of quick ? [12] : [3, 12, 40])
      figures.push(...(await fallSilent({ direct, lines, credentials, silent: lines, silentSeconds })));
    figures.push(...(await fallSilent({ direct, lines, credentials, silent: lines.slice(0, 1), silentSeconds: 20 })));
    return [...figures, await count(direct)];
  } finally {
    for (const { child } of servers) {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    }
    for (const line of lines) await line.close();
    await direct.close();
    await rm(folder, { recursive: true, force: true });
    await dropDatabase(serverUrl, name);
  }
};

interface Silence {
  /** Connection that bypasses the lines. */
  direct: Database;
  /** One line for each server. */
  lines: readonly DatabaseProxy[];
  credentials: readonly BenchCredentials[];
  silent: readonly DatabaseProxy[];
  silentSeconds: number;
}

async function fallSilent({ direct, lines, credentials, silent, silentSeconds }: Silence): Promise<Figure[]> {
  const what = `${silent.length === lines.length ? "both lines" : "one of two lines"} silent for ${silentSeconds} s`;
  const answers: Answer[][] = credentials.map(() => []);
  let isOver = false;
  let mayDecide = true;
  const callers = credentials.flatMap((at, n) =>
    Array.from({ length: CALLERS / 2 }, async (_, k) => {
      while (!isOver) {
        if (k % 2 === 0 || mayDecide) answers[n]!.push(...(await (k % 2 === 0 ? propose(at) : decide(at))));
        await pause(100);
      }
    }),
  );
  await pause(2000);
  const from = performance.now();
  // Stored just before the silence; nobody decides it until the line is silent.
  mayDecide = false;
  const held = await hold(credentials[0]!, direct);
  for (const line of silent) line.fallSilent();
  mayDecide = true;
  await pause(silentSeconds * 1000);
  const back = performance.now();
  for (const line of silent) line.resume();
  const served = credentials.map((at) => untilServed(at, back));
  const seconds = await Promise.all(served);
  const outcome = await held.outcome;
  await pause(2000);
  isOver = true;
  await Promise.all(callers);

  const touched = answers.filter((_, n) => silent.includes(lines[n]!)).flat();
  const during = touched.filter(({ sentAt, seconds: s }) => sentAt + s * 1000 > from && sentAt < back);
  const slowest = Math.max(...during.map((one) => one.seconds));
  const wrong = answers
    .flat()
    .filter(({ status, retryAfter }) => !SERVED.has(status) && !(status === 503 && retryAfter !== null));
  const refused = touched.filter(({ status }) => status === 503).length;
  const figures: Figure[] = [
    {
      what: `${what}: slowest answer`,
      measured: `${slowest.toFixed(1)} s`,
      beside: `${during.length} requests, ${refused} answered 503`,
      target: atMost(slowest, ANSWER_SECONDS, "s"),
    },
    {
      what: `${what}: after its return, until a proposal is stored at every server`,
      measured: `${Math.max(...seconds).toFixed(1)} s`,
      target: atMost(Math.max(...seconds), RECOVER_SECONDS, "s"),
    },
    {
      what: `${what}: answers that were neither served nor 503 with Retry-After`,
      measured: `${wrong.length}`,
      target: atMost(wrong.length, 0, "wrong"),
    },
    {
      what: `${what}: the call that was held all the while ended as`,
      measured: outcome,
      target: { wanted: "executed", met: outcome === "executed" },
    },
  ];
  const others = answers.filter((_, n) => !silent.includes(lines[n]!)).flat();
  if (others.length === 0) return figures;
  const slowestOther = Math.max(...others.map((one) => one.seconds));
  return [
    ...figures,
    {
      what: `${what}: slowest answer of the server whose line is whole`,
      measured: `${slowestOther.toFixed(1)} s`,
      beside: `${others.filter(({ status }) => !SERVED.has(status)).length} of ${others.length} refused`,
      target: atMost(slowestOther, RECOVER_SECONDS, "s"),
    },
  ];
}

/** Counts actions stored twice, failed or unknown, and faults of the audit log. */
async function count(direct: Database): Promise<Figure> {
  const rows = await direct.kysely.selectFrom("action").select(["id", "status", "toolInput"]).execute();
  const twice = rows.length - new Set(rows.map(({ toolInput }) => toolInput)).size;
  const failed = rows.filter(({ status }) => status === "failed" || status === "outcome_unknown").length;
  const faults = (await verifyAudit(direct)).reduce((sum, one) => sum + one.faults.length, 0);
  const executed = rows.filter(({ status }) => status === "executed").length;
  return {
    what: "stored twice; failed or unknown by our own faults; faults of the audit log",
    measured: `${twice}; ${failed}; ${faults}`,
    beside: `${rows.length} actions, ${executed} executed`,
    target: atMost(twice + failed + faults, 0, "faults"),
  };
}

let calls = 0;
/** Request body of the next call. Its idempotency key is unique, so sending the same body again stores it once. */
const nextCall = () => {
  calls += 1;
  return { toolName: "write_file", toolInput: { path: `call-${calls}.txt`, content: "x" }, idempotencyKey: `call-${calls}` };
};

async function propose(at: BenchCredentials): Promise<Answer[]> {
  return [(await timed(() => send(at.url, at.agentKey, "/api/pending-actions", nextCall()))).answer];
}

/** Reads the pending actions and approves one of them. */
async function decide(at: BenchCredentials): Promise<Answer[]> {
  const read = await timed(() => send(at.url, at.userToken, "/api/pending-actions?status=pending&limit=20"));
  const { items = [] } = read.body as { items?: { id: string; digest: string }[] };
  const one = items[Math.floor(Math.random() * items.length)];
  if (!one) return [read.answer];
  const path = `/api/pending-actions/${one.id}/approve`;
  return [read.answer, (await timed(() => send(at.url, at.userToken, path, { digest: one.digest }))).answer];
}

async function timed(request: () => Promise<Response>): Promise<{ answer: Answer; body: unknown }> {
  const sentAt = performance.now();
  const response = await request();
  const body: unknown = await response.json();
  const { status, headers } = response;
  const seconds = (performance.now() - sentAt) / 1000;
  return { body, answer: { sentAt, status, seconds, retryAfter: headers.get("retry-after") } };
}

/** Returns the seconds from `back` until a new proposal is stored. */
async function untilServed(at: BenchCredentials, back: number): Promise<number> {
  const body = nextCall();
  while ((await send(at.url, at.agentKey, "/api/pending-actions", body)).status >= 300) await pause(100);
  return (performance.now() - back) / 1000;
}

/** Makes a call that is stored now, and held until one of the deciders approves it. */
async function hold(at: BenchCredentials, direct: Database): Promise<{ outcome: Promise<string> }> {
  const body = { ...nextCall(), delivery: "wait", waitSeconds: 300 };
  const held = send(at.url, at.agentKey, "/api/pending-actions", body);
  const { path } = body.toolInput;
  let isStored = false;
  while (!isStored) {
    const { rows } = await sql`select from action where tool_input::json ->> 'path' = ${path}`.execute(direct.kysely);
    isStored = rows.length > 0;
  }
  return { outcome: held.then(async (answer) => String(((await answer.json()) as { status: unknown }).status)) };
}

const send = (url: string, key: string, path: string, body?: object): Promise<Response> =>
  fetch(url + path, {
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    ...(body && { method: "POST", body: JSON.stringify(body) }),
  });

async function pause(milliseconds: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
}
