import { setMaxListeners } from "node:events";
import { afterEach, describe, expect, test } from "vitest";
import { ok } from "../../src/core/refusal.ts";
import { createOpenStreams } from "../../src/transport/open-streams.ts";
import type { ChainEvent } from "../../src/ports/records.ts";
import { authenticateByName, startFakeApp, type FakeOptions, type FakeEngine } from "./fake-parts.ts";
import { until } from "../support/until.ts";

/** An in-memory audit chain with the engine's way of reading it. */
function fakeChain() {
  const events: ChainEvent[] = [];
  const callbacks = new Set<() => void>();
  let reads = 0;
  const append = (kind: string, data: ChainEvent["data"], actionId: string | null = "a") => {
    events.push({ seq: events.length + 1, kind, actionId, data });
    for (const callback of callbacks) callback();
  };
  const engine: FakeEngine = {
    actions: {
      briefing: async () =>
        ok({ byStatus: { pending: 2 }, byTool: [], byRisk: [], byAgent: [], oldestPendingAt: null, checkpoints: 1 }),
    },
    events: {
      after: async (_by, seq, limit) => {
        reads += 1;
        return { events: events.filter((event) => event.seq > seq).slice(0, limit), head: events.length };
      },
      onChange: (_workspaceId, callback) => {
        callbacks.add(callback);
        return () => callbacks.delete(callback);
      },
    },
  };
  return { engine, append, callbacks, reads: () => reads };
}

const proposed = (sessionId: string | null = null) => ({ status: "pending", version: 1, sessionId });

/** Reads a stream until it has yielded `count` events or has ended. */
async function readEvents(reader: ReadableStreamDefaultReader<Uint8Array>, count: number) {
  const blocks: string[] = [];
  while (blocks.length < count) {
    const { done, value } = await reader.read();
    if (done) break;
    // A chunk holds whole events; heartbeats are skipped.
    const text = new TextDecoder().decode(value);
    blocks.push(...text.split("\n\n").filter((block) => block.startsWith("event:")));
  }
  return blocks.map((block) => {
    const [event, id, data] = block.split("\n").map((line) => line.slice(line.indexOf(": ") + 2));
    return { event, id, data: JSON.parse(data ?? "null") as unknown };
  });
}

const closing: AbortController[] = [];
afterEach(() => closing.splice(0).forEach((controller) => controller.abort()));

async function start(chain = fakeChain(), identity = {}, more: Pick<FakeOptions, "streams"> = {}) {
  const { app } = await startFakeApp({ engine: chain.engine, identity, ...more });
  const stop = new AbortController();
  setMaxListeners(0, stop.signal);
  closing.push(stop);
  const open = async (query = "", headers: Record<string, string> = {}) => {
    const response = await app.request(
      `/api/events${query}`,
      { headers: { authorization: "Bearer viewer", ...headers } },
      { closing: stop.signal },
    );
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    if (!response.body) throw new Error("a stream has a body");
    return response.body.getReader();
  };
  return { ...chain, app, open, stop };
}

test("a briefing comes first, then what happens, each with the chain's number", async () => {
  const { open, append } = await start();
  append("action.proposed", proposed());
  const reader = await open();
  expect(await readEvents(reader, 1)).toEqual([
    { event: "briefing", id: "1", data: { pending: 2, byTool: [], oldestPendingAt: null, checkpoints: 1 } },
  ]);
  append("action.proposed", proposed());
  append("action.approved", { status: "approved", version: 2, toolInput: "never told" });
  append("tool.settings_changed", { name: "t" }, null);
  append("member.added", { userId: "u", role: "viewer" }, null);
  append("action.late_report", { note: "without a status" });
  append("action.executed", { status: "executed", version: 4 });
  append("action.target_changed", { status: "pending", version: 2 });
  append("action.rebased", proposed());
  expect(await readEvents(reader, 7)).toEqual([
    { event: "action.created", id: "2", data: { id: "a", status: "pending", version: 1 } },
    { event: "action.updated", id: "3", data: { id: "a", status: "approved", version: 2 } },
    { event: "tool.changed", id: "4", data: { name: "t" } },
    { event: "member.changed", id: "5", data: { userId: "u", role: "viewer" } },
    { event: "action.updated", id: "7", data: { id: "a", status: "executed", version: 4 } },
    { event: "action.updated", id: "8", data: { id: "a", status: "pending", version: 2 } },
    { event: "action.created", id: "9", data: { id: "a", status: "pending", version: 1 } },
  ]);
});

describe("a client that comes back", () => {
  test.each([
    ["its header", "", { "last-event-id": "3" }],
    ["its query", "?lastEventId=3", {}],
  ])("gets all it missed, by %s, and joins what happens", async (_name, query, headers) => {
    const { open, append } = await start();
    for (let index = 0; index < 700; index += 1) append("action.proposed", proposed());
    const reader = await open(query, headers as Record<string, string>);
    const missed = await readEvents(reader, 698);
    expect(missed[0]).toMatchObject({ event: "briefing", id: "3" });
    expect(missed.slice(1).map(({ id }) => Number(id))).toEqual(Array.from({ length: 697 }, (_, index) => index + 4));
    append("action.proposed", proposed());
    expect(await readEvents(reader, 1)).toMatchObject([{ id: "701" }]);
  });

  test("loses nothing and gets nothing twice while events keep coming", async () => {
    const { open, append } = await start();
    for (let index = 0; index < 300; index += 1) append("action.proposed", proposed());
    const readers = await Promise.all(
      [0, 100, 299].map(async (from) => {
        const reader = await open("", { "last-event-id": String(from) });
        append("action.proposed", proposed());
        return { from, reader };
      }),
    );
    append("action.proposed", proposed());
    for (const { from, reader } of readers) {
      const [, ...events] = await readEvents(reader, 304 - from + 1 - 1);
      expect(events.map(({ id }) => Number(id))).toEqual(
        Array.from({ length: 304 - from - 1 }, (_, index) => from + 1 + index),
      );
    }
  });

  test.each(["x", "-1", "99999", "1e3"])("with the number %j starts at the present", async (sent) => {
    const { open, append } = await start();
    append("action.proposed", proposed());
    expect(await readEvents(await open("", { "last-event-id": sent }), 1)).toMatchObject([{ event: "briefing", id: "1" }]);
  });
});

test("a stream of one session gets its own actions and every tool", async () => {
  const { open, append } = await start();
  const reader = await open("?sessionId=s1");
  append("action.proposed", proposed("s2"));
  append("action.proposed", proposed("s1"));
  append("action.proposed", proposed());
  append("tool.changed", { name: "t" }, null);
  expect((await readEvents(reader, 4)).map(({ id }) => id)).toEqual(["0", "2", "3", "4"]);
});

test("a stream of one mission gets its own actions and checkpoints", async () => {
  const { open, append } = await start();
  const reader = await open("?missionId=m1");
  append("action.proposed", { ...proposed(), missionId: "m2" });
  append("action.proposed", { ...proposed(), missionId: "m1" });
  append("checkpoint.opened", { checkpointId: "c1", missionId: "m1" }, null);
  append("checkpoint.opened", { checkpointId: "c2", missionId: "m2" }, null);
  append("repeat.paused", { id: "r", toolName: "t", repeats: 3, paused: true, missionId: "m1" }, null);
  const told = await readEvents(reader, 4);
  expect(told.map(({ event, id }) => [event, id])).toEqual([
    ["briefing", "0"],
    ["action.created", "2"],
    ["checkpoint.changed", "3"],
    ["repeat.changed", "5"],
  ]);
  expect(told[0]?.data).toMatchObject({ pending: 2, checkpoints: 1 });
});

test("a shared view that appears, changes or goes is told with its id only", async () => {
  const { open, append } = await start();
  const reader = await open();
  for (const kind of ["view.shared", "view.changed", "view.unshared", "view.deleted"])
    append(kind, { viewId: "v1", page: "inbox", name: "Payments", query: "tool=pay" }, null);
  const [, ...told] = await readEvents(reader, 5);
  expect(told.map(({ event, data }) => [event, data])).toEqual(told.map(() => ["view.changed", { id: "v1" }]));
  expect(told).toHaveLength(4);
});

test("200 listeners share one reader, and the last one to leave stops it", async () => {
  const { open, append, reads, callbacks } = await start();
  const readers = await Promise.all(Array.from({ length: 200 }, () => open()));
  await Promise.all(readers.map((reader) => readEvents(reader, 1)));
  const before = reads();
  append("action.proposed", proposed());
  const got = await Promise.all(readers.map((reader) => readEvents(reader, 1)));
  expect(got.every(([event]) => event?.event === "action.created")).toBe(true);
  expect(reads() - before).toBeLessThan(5);
  expect(callbacks.size).toBe(1);
  await Promise.all(readers.map((reader) => reader.cancel()));
  await until(() => callbacks.size === 0);
});

test("G30 a credential may hold a number of streams open, and one that ends makes room", async () => {
  const { app, open } = await start(fakeChain(), {}, { streams: createOpenStreams(2) });
  const [first] = [await open(), await open()];
  const ask = (by: string) => app.request("/api/events", { headers: { authorization: `Bearer ${by}` } });
  const refused = await ask("viewer");
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "5"]);
  expect(await refused.json()).toMatchObject({ code: "RATE_LIMITED" });
  const other = await ask("admin");
  expect(other.status).toBe(200);
  await other.body?.cancel();
  await first.cancel();
  await open();
});

test("a client that does not read is dropped; the others go on", async () => {
  const { open, append } = await start();
  const slow = await open();
  const quick = await open();
  await readEvents(quick, 1);
  const longId = "a".repeat(10_000);
  for (let index = 1; index <= 200; index += 1) {
    append("action.proposed", proposed(), longId);
    expect(await readEvents(quick, 1)).toMatchObject([{ id: String(index) }]);
  }
  const left = await readEvents(slow, 201);
  expect(left.length).toBeLessThan(120);
  expect(left.slice(1).map(({ id }) => Number(id))).toEqual(left.slice(1).map((_, index) => index + 1));
});

test("a stream ends when its credential does, and when the server stops", async () => {
  const revoked = new Set<string>();
  const authenticate: typeof authenticateByName = async (request, workspaceId) =>
    revoked.has(request.headers.get("authorization") ?? "") ? { kind: "invalid" } : authenticateByName(request, workspaceId);
  const { open, append, stop } = await start(fakeChain(), { authenticate });
  const viewer = await open();
  const admin = await open("", { authorization: "Bearer admin" });
  await readEvents(viewer, 1);
  await readEvents(admin, 1);
  revoked.add("Bearer viewer");
  append("key.revoked", { keyId: "k" }, null);
  expect(await readEvents(viewer, 1)).toEqual([]);
  append("action.proposed", proposed());
  expect(await readEvents(admin, 1)).toMatchObject([{ event: "action.created" }]);
  stop.abort();
  expect(await readEvents(admin, 1)).toEqual([]);
});

test("G59 a stream ends when its person gets another role, so that it shows nothing that the former one could read", async () => {
  const demoted = new Set<string>();
  const authenticate: typeof authenticateByName = async (request, workspaceId) => {
    const found = await authenticateByName(request, workspaceId);
    if (found.kind !== "principal" || !demoted.has(request.headers.get("authorization") ?? "")) return found;
    return { ...found, principal: { ...found.principal, role: "viewer" } };
  };
  const { open, append } = await start(fakeChain(), { authenticate });
  const admin = await open("", { authorization: "Bearer admin" });
  const viewer = await open();
  await readEvents(admin, 1);
  await readEvents(viewer, 1);
  demoted.add("Bearer admin");
  append("member.changed", { userId: "u" }, null);
  expect(await readEvents(admin, 1)).toEqual([]);
  append("action.proposed", proposed());
  expect(await readEvents(viewer, 1)).toMatchObject([{ event: "action.created" }]);
});

test("a stream is for people, and a refused briefing is a refusal", async () => {
  const { app } = await startFakeApp({
    engine: {
      ...fakeChain().engine,
      actions: { briefing: async () => ({ ok: false, refusal: { code: "UNAVAILABLE", detail: "No." } }) },
    },
  });
  const statusFor = async (key: string) =>
    (await app.request("/api/events", { headers: { authorization: `Bearer ${key}` } })).status;
  expect([await statusFor("agent"), await statusFor("worker"), await statusFor("viewer")]).toEqual([403, 403, 503]);
});
