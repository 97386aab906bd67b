import { inspect } from "node:util";
import { expect, onTestFinished, test, vi } from "vitest";
import { Countersign, CountersignUnreachable } from "../src/index.ts";
import { AGENT_KEY, type Fault } from "./support/gate-server.ts";
import { gateCloseAccount, openGate } from "./support/open-gate.ts";

const PROPOSE = /POST \/api\/pending-actions$/;

test.each<[string, Fault]>([
  ["a connection that is cut", "cut"],
  ["an answer that is lost after the proposal was stored", "drop answer"],
  ["502", { status: 502, body: "<html>" }],
  ["503", { status: 503, headers: { "retry-after": "0" } }],
  ["504", { status: 504 }],
  ["429", { status: 429, headers: { "retry-after": new Date(0).toUTCString() } }],
])("one proposal over %s", async (_name, fault) => {
  const { server, countersign, work } = await openGate();
  const { closeAccount } = gateCloseAccount(countersign);
  await work([closeAccount]);
  server.failNext(PROPOSE, fault, fault);
  expect(await closeAccount({ accountId: "a-7" })).toMatchObject({ status: "queued", pendingActionId: "a-1" });
  const sent = server.seen.filter(({ method, path }) => PROPOSE.test(`${method} ${path}`));
  expect(sent).toHaveLength(3);
  expect(new Set(sent.map(({ body }) => body["idempotencyKey"])).size).toBe(1);
  expect(server.rows.size).toBe(1);
});

test("a second call has a key of its own", async () => {
  const { server, countersign, work } = await openGate();
  const { closeAccount } = gateCloseAccount(countersign);
  await work([closeAccount]);
  await closeAccount({ accountId: "a-7" });
  await closeAccount({ accountId: "a-7" });
  await closeAccount({ accountId: "a-7" }, { idempotencyKey: "mine" });
  await closeAccount({ accountId: "a-7" }, { idempotencyKey: "mine" });
  expect(server.rows.size).toBe(3);
  await expect(closeAccount({ accountId: "a-8" }, { idempotencyKey: "mine" })).rejects.toMatchObject({
    code: "IDEMPOTENCY_CONFLICT",
  });
});

test("G6 an unreachable server rejects the call and the handler does not run", async () => {
  const { server, told } = await openGate();
  await server.stop();
  const countersign = new Countersign({
    url: server.url,
    apiKey: AGENT_KEY,
    retrySeconds: 0.3,
    onError: (error) => told.push(error),
  });
  const { closeAccount, runs } = gateCloseAccount(countersign);
  const error: unknown = await closeAccount({ accountId: "a-7" }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(CountersignUnreachable);
  expect(error).toMatchObject({ reason: "ECONNREFUSED" });
  expect(runs).toHaveLength(0);
});

test("G6 a server that stays unavailable rejects the call and the handler does not run", async () => {
  const { server, countersign } = await openGate({ retrySeconds: 5 });
  const { closeAccount, runs } = gateCloseAccount(countersign);
  server.failNext(PROPOSE, { status: 503, headers: { "retry-after": "60" } });
  await expect(closeAccount({ accountId: "a-7" })).rejects.toMatchObject({
    name: "CountersignUnreachable",
    attempts: 1,
    reason: "503",
    retryAfterSeconds: 60,
  });
  expect(runs).toHaveLength(0);
});

test("G6 a server that takes the call and never answers rejects it in bounded time", async () => {
  const { server, countersign } = await openGate({ retrySeconds: 0.1 });
  server.failNext(/GET/, "silence");
  await expect(countersign.get("a-1")).rejects.toMatchObject({ name: "CountersignUnreachable", reason: "no answer in time" });
});

test("a wait whose last answer is late is answered, not given up", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  // A request may take 16 s: the server holds it for 1 s, and the client waits 15 s more.
  const lateMs = 15_900;
  const asked: string[] = [];
  const lateFetch = ((url: string, { signal }: { signal: AbortSignal }) => {
    asked.push(url);
    return new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason as Error));
      setTimeout(() => resolve(Response.json({ id: "a-1", status: "pending" })), lateMs);
    });
  }) as typeof fetch;
  const countersign = new Countersign({ url: "http://127.0.0.1:9", apiKey: AGENT_KEY, fetch: lateFetch });
  const waited = countersign.wait("a-1", 1);
  await vi.advanceTimersByTimeAsync(lateMs);
  expect(await waited).toMatchObject({ status: "pending" });
  expect(asked).toEqual(["http://127.0.0.1:9/api/pending-actions/a-1?wait=1"]);
});

test("a wait goes on over a server that is away, and gives the handle when time is over", async () => {
  const { server, countersign, work } = await openGate();
  const { closeAccount } = gateCloseAccount(countersign);
  await work([closeAccount]);
  server.longestHoldSeconds = 0.1;
  server.failNext(/GET/, "cut", { status: 503 }, "drop answer");
  const call = closeAccount({ accountId: "a-7" }, { wait: "1m" });
  await server.until(() => server.paths(/GET/).length >= 4);
  server.decide("a-1", "reject", "no");
  expect(await call).toMatchObject({ status: "rejected" });
  server.failNext(/GET/, { status: 503, headers: { "retry-after": "60" } });
  expect(await closeAccount({ accountId: "a-7" }, { wait: "1s" })).toMatchObject({ status: "queued", pendingActionId: "a-2" });
});

test("a cancellation whose answer was lost is not an error", async () => {
  const { server, countersign, work } = await openGate();
  const { closeAccount } = gateCloseAccount(countersign);
  await work([closeAccount]);
  await closeAccount({ accountId: "a-7" });
  server.failNext(/cancel/, "drop answer");
  expect(await countersign.cancel("a-1")).toMatchObject({ status: "cancelled" });
});

test("a redirect is not followed", async () => {
  const { server: elsewhere } = await openGate();
  const { server, countersign } = await openGate();
  server.failNext(/GET/, { status: 307, headers: { location: `${elsewhere.url}/api/pending-actions/a-1` } });
  await expect(countersign.get("a-1")).rejects.toMatchObject({ code: "UNEXPECTED_ANSWER", status: 307 });
  expect(elsewhere.seen).toHaveLength(0);
});

test("something else than Countersign at the address is said so", async () => {
  const { server, countersign } = await openGate();
  server.failNext(/GET/, { status: 200, body: "<html>" }, { status: 404, body: "<html>" });
  await expect(countersign.get("a-1")).rejects.toMatchObject({ code: "UNEXPECTED_ANSWER", status: 200 });
  await expect(countersign.get("a-1")).rejects.toMatchObject({ code: "UNEXPECTED_ANSWER", status: 404 });
});

test("the key is in no error and not in the client as it is printed", async () => {
  const { server, countersign } = await openGate();
  const echo = JSON.stringify({
    type: "t",
    title: "t",
    status: 403,
    code: "FORBIDDEN",
    detail: `key ${AGENT_KEY} may not`,
    errors: [{ path: "/x", message: AGENT_KEY }],
  });
  server.failNext(/GET/, { status: 403, body: echo });
  const loud = new Countersign({
    url: server.url,
    apiKey: AGENT_KEY,
    retrySeconds: 0,
    fetch: () => Promise.reject(new Error(`with ${AGENT_KEY}`)),
  });
  const errors = await Promise.all([countersign, loud].map((client) => client.get("a-1").catch((error: unknown) => error)));
  expect(errors[0]).toMatchObject({ code: "FORBIDDEN", detail: "key [key] may not" });
  for (const printed of [...errors, countersign])
    expect(inspect(printed, { depth: 9, showHidden: true })).not.toContain(AGENT_KEY);
  expect(JSON.stringify(countersign)).toBe("{}");
});
