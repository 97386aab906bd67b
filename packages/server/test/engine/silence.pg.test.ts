import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { ServerTool } from "../../src/ports/tool.ts";
import type { Database } from "../../src/store/database.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import { placeDatabase } from "../support/database.ts";
import { openDatabaseProxy, type DatabaseProxy } from "../support/database-proxy.ts";
import { need, openGate, propose, type Gate } from "../support/gate.ts";
import { until } from "../support/until.ts";

let place: { url: string; release(): Promise<void> };
let proxy: DatabaseProxy;
/** Bypasses the proxy; for the test's own reads. */
let direct: Database;
let gate: Gate;
let reached: boolean[] = [];
let logged: string[] = [];
let starts: string[] = [];
/** Test hooks: run during a read of the target, and during a handler. */
let onLook: (() => Promise<void>) | undefined;
let onRun: (() => Promise<void>) | undefined;

/** The heartbeat interval is a third: 15 seconds. */
const LEASE_SECONDS = 45;

beforeAll(async () => {
  place = (await placeDatabase(""))!;
  proxy = await openDatabaseProxy(place.url);
  direct = await openDatabase({ url: place.url });
  const database = await openDatabase({ url: proxy.url, onReach: (isReached) => reached.push(isReached) });
  gate = await openGate("pg", {
    database,
    connectors: [{ name: "own", tools: [pay] }],
    settings: { leaseSeconds: LEASE_SECONDS },
    log: (_level, message) => logged.push(message),
    started: false,
  });
});
afterEach(async () => {
  onLook = onRun = undefined;
  reached = [];
  logged = [];
  starts = [];
  proxy.resume();
  await gate.engine.stop(5);
});
afterAll(async () => {
  await gate.close();
  await gate.database.close();
  await direct.close();
  await proxy.close();
  await place.release();
});

const pay: ServerTool = {
  definition: { name: "pay", description: "pay", inputSchema: { type: "object" } },
  approval: "required",
  describe: async () => ({ preview: { title: "pay" }, target: "t:1", snapshot: "1", current: {} }),
  readTarget: async () => {
    await onLook?.();
    return { snapshot: "1", current: {}, isGone: false };
  },
  execute: async (_input, { idempotencyKey }) => {
    starts.push(idempotencyKey);
    await onRun?.();
    return { ok: true };
  },
};

const ask = async () => void (await sql`select 1`.execute(gate.database.kysely));
const row = async (id: string) =>
  direct.kysely
    .selectFrom("action")
    .select(["status", "attempt", "attempts", "heartbeatAt"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
const untilReached = async (...expected: boolean[]) => expect.poll(() => reached).toEqual(expected);
/** Reads without the proxy: its pool may still hold a connection that was cut a moment ago, and a read over it fails. */
const ended = (id: string) =>
  until(
    () => row(id),
    ({ status }) => ["executed", "failed", "outcome_unknown"].includes(status),
  );

async function approved(at: Gate = gate): Promise<string> {
  const id = await propose(at, "pay", {});
  const { digest } = need(await at.engine.actions.get(at.people.approver, id));
  need(await at.engine.decisions.approve(at.people.approver, id, { channel: "api", digest }));
  return id;
}

test("G31 G32 a database that falls silent between claim and handler gives approved work back, and it runs once", async () => {
  const id = await approved();
  let looks = 0;
  onLook = async () => {
    looks += 1;
    if (looks > 1) return;
    proxy.fallSilent();
    await ask();
  };
  gate.engine.start();
  await untilReached(false);
  expect(starts).toEqual([]);
  proxy.resume();
  await untilReached(false, true);
  expect(await ended(id)).toMatchObject({ status: "executed", attempts: [{ number: 1, outcome: "executed" }] });
  expect(starts).toEqual([`act_${id}`]);
});

test("G31 G32 a claim that was committed and whose answer silence swallowed is given back, and runs once", async () => {
  const id = await approved();
  // Open all connections first: over a line that loses answers none can be opened.
  await Promise.all(Array.from({ length: 10 }, ask));
  proxy.loseAnswers();
  gate.engine.start();
  await expect.poll(async () => (await row(id)).status).toBe("executing");
  proxy.fallSilent();
  await untilReached(false);
  proxy.resume();
  await untilReached(false, true);
  expect(await ended(id)).toMatchObject({ status: "executed", attempts: [{ number: 1, outcome: "executed" }] });
  expect(starts).toEqual([`act_${id}`]);
});

test("G31 G32 what a handler did during silence is recorded after it", async () => {
  const id = await approved();
  onRun = async () => proxy.fallSilent();
  gate.engine.start();
  await untilReached(false);
  expect((await row(id)).status).toBe("executing");
  proxy.resume();
  await untilReached(false, true);
  expect(await ended(id)).toMatchObject({ status: "executed", attempts: [{ number: 1, outcome: "executed" }] });
  expect(starts).toHaveLength(1);
});

test("G31 what a handler did is told until the database takes it, also when its lease is over by then", async () => {
  const short = await openGate("pg", {
    database: gate.database,
    connectors: [{ name: "own", tools: [pay] }],
    settings: { leaseSeconds: 1 },
    log: (_level, message) => logged.push(message),
    started: false,
  });
  const id = await approved(short);
  onRun = async () => proxy.cut();
  const told = () => logged.filter((message) => message === "an ending is told again").length;
  short.engine.start();
  // Retries follow after 0.1, 0.2, 0.4 and 0.8 s.
  await expect.poll(told).toBeGreaterThan(4);
  proxy.resume();
  const kinds = async () => need(await short.engine.actions.timeline(short.people.viewer, id)).map(({ kind }) => kind);
  // The sweep may come first; the handler's outcome is then a late report for the person who settles the action.
  await expect.poll(async () => (await kinds().catch(() => [])).join()).toMatch(/action\.(executed|late_report)/);
  expect(logged).not.toContain("an execution could not be recorded");
  await short.close();
});

test("G31 G32 a heartbeat that failed is made up for as soon as the database answers, long before the next is due", async () => {
  const id = await approved();
  let letGo = (): void => undefined;
  onRun = async () => {
    proxy.cut();
    return new Promise<void>((resolve) => (letGo = resolve));
  };
  gate.engine.start();
  await expect.poll(() => logged).toContain("a heartbeat failed");
  expect((await row(id)).heartbeatAt).toBeNull();
  proxy.resume();
  await expect.poll(async () => (await row(id)).heartbeatAt).not.toBeNull();
  letGo();
  expect((await ended(id)).status).toBe("executed");
});
