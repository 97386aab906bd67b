import type { Effect } from "@countersign/protocol";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { isDatabaseUnavailable } from "../../src/core/database-fault.ts";
import type { ServerTool } from "../../src/ports/tool.ts";
import type { Database } from "../../src/store/database.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import { placeDatabase } from "../support/database.ts";
import { openDatabaseProxy, type DatabaseProxy } from "../support/database-proxy.ts";
import { need, openGate, propose, untilStatus, type Gate } from "../support/gate.ts";
import { until } from "../support/until.ts";

let place: { url: string; release(): Promise<void> };
let proxy: DatabaseProxy;
/** Bypasses the proxy; for the test's own reads. */
let direct: Database;
let gate: Gate;
let starts: string[] = [];
/** Test hooks: run during a read of the target, and during a handler. */
let onLook: (() => Promise<void>) | undefined;
let onRun: (() => Promise<void>) | undefined;

beforeAll(async () => {
  place = (await placeDatabase(""))!;
  proxy = await openDatabaseProxy(place.url);
  direct = await openDatabase({ url: place.url });
  const database = await openDatabase({ url: proxy.url });
  const tools = (["unsafe", "idempotent", "reconcilable", "transactional"] as const).map(toolOf);
  gate = await openGate("pg", {
    database,
    connectors: [{ name: "own", tools }],
    settings: { leaseSeconds: 3600, sweepSeconds: 600 },
    started: false,
  });
});
afterEach(async () => {
  onLook = onRun = undefined;
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

function toolOf(effect: Effect): ServerTool {
  return {
    definition: {
      name: effect,
      description: effect,
      effect,
      inputSchema: { type: "object" },
    },
    approval: "required",
    describe: async () => ({ preview: { title: effect }, target: "t:1", snapshot: "1", current: {} }),
    readTarget: async () => {
      await onLook?.();
      return { snapshot: "1", current: {}, isGone: false };
    },
    execute: async (_input, { idempotencyKey, transaction }) => {
      starts.push(idempotencyKey);
      await onRun?.();
      await transaction?.query("select $1::int", [1]);
      return { ok: true };
    },
    ...(effect === "reconcilable" && { lookup: async () => ({ happened: false as const }) }),
  };
}

const ask = async () => void (await sql`select 1`.execute(gate.database.kysely));
/** Opens all connections of the pool: over a line that loses answers none can be opened, and the claim needs one. */
const fillPool = async () => void (await Promise.all(Array.from({ length: 10 }, ask)));
const row = async (id: string) =>
  direct.kysely.selectFrom("action").select(["status", "attempt", "attempts"]).where("id", "=", id).executeTakeFirstOrThrow();
const kindsOf = async (id: string): Promise<string[]> =>
  (await direct.kysely.selectFrom("auditEvent").select("kind").where("actionId", "=", id).execute()).map(({ kind }) => kind);
/** Reads without the proxy: its pool may still hold a connection that was cut a moment ago, and a read over it fails. */
const ended = (id: string) =>
  until(
    () => row(id),
    ({ status }) => ["executed", "failed", "outcome_unknown"].includes(status),
  );

async function approved(effect: string): Promise<string> {
  const id = await propose(gate, effect, {});
  const { digest } = need(await gate.engine.actions.get(gate.people.approver, id));
  need(await gate.engine.decisions.approve(gate.people.approver, id, { channel: "api", digest }));
  return id;
}

test.each(["unsafe", "idempotent", "reconcilable", "transactional"] as const)(
  "G31 a database that is gone between claim and handler gives approved work back, and it runs once: %s",
  async (effect) => {
    const id = await approved(effect);
    let looks = 0;
    onLook = async () => {
      looks += 1;
      if (looks > 1) return;
      proxy.cut();
      await ask();
    };
    gate.engine.start();
    await expect.poll(() => looks).toBe(1);
    await expect.poll(async () => (await row(id)).status).toBe("executing");
    proxy.resume();
    expect(await ended(id)).toMatchObject({
      status: "executed",
      attempts: [{ number: 1, outcome: "executed" }],
    });
    expect(starts).toEqual([`act_${id}`]);
    expect(await kindsOf(id)).toContain("action.requeued");
  },
);

test("G31 a claim whose answer was lost is given back before its lease ends", async () => {
  const id = await approved("unsafe");
  await fillPool();
  proxy.loseAnswers();
  gate.engine.start();
  await expect.poll(async () => (await row(id)).status).toBe("executing");
  proxy.cut();
  expect(starts).toEqual([]);
  proxy.resume();
  expect(await ended(id)).toMatchObject({ status: "executed", attempt: 1 });
  expect(starts).toHaveLength(1);
});

test("G31 a worker whose claim met a fault gets the same action with its next one", async () => {
  need(
    await gate.engine.declaredTools.register(gate.worker, [
      { name: "remote", description: "remote", inputSchema: { type: "object" } },
    ]),
  );
  const id = await approved("remote");
  const claim = () => gate.engine.workers.claim(gate.worker, { tools: ["remote"], waitSeconds: 0, limit: 1 });
  await fillPool();
  proxy.loseAnswers();
  const lost = claim().then(
    () => "answered",
    (error: unknown) => isDatabaseUnavailable(error),
  );
  await expect.poll(async () => (await row(id)).status).toBe("executing");
  proxy.cut();
  expect(await lost).toBe(true);
  proxy.resume();
  const claimed = async () => {
    const { claims } = need(await claim());
    return claims.map(({ action, attempt }) => [action.id, attempt]);
  };
  // The pool may still hold a connection that was cut.
  await expect.poll(() => claimed().catch(() => [])).toEqual([[id, 1]]);
});

test.each([
  ["unsafe", "outcome_unknown"],
  ["idempotent", "approved"],
] as const)("G31 a handler that met the fault after its start is left to its lease: %s becomes %s", async (effect, end) => {
  const id = await approved(effect);
  let hasMet = false;
  onRun = async () => {
    proxy.cut();
    await ask().finally(() => (hasMet = true));
  };
  gate.engine.start();
  await expect.poll(() => hasMet).toBe(true);
  expect(starts).toHaveLength(1);
  // Once the database is reachable again, the action could wrongly be released.
  proxy.resume();
  await gate.engine.stop(5);
  expect(await row(id)).toMatchObject({ status: "executing", attempt: 1 });
  await sql`update action set lease_until = now() - interval '1 second' where id = ${id}`.execute(direct.kysely);
  await expect.poll(() => gate.engine.sweep().catch(() => 0)).toBe(1);
  expect((await row(id)).status).toBe(end);
});

test("G31 an agent never reads a database's words", async () => {
  const id = await approved("transactional");
  onRun = async () => void (await sql`select * from no_such_table_of_ours`.execute(direct.kysely));
  gate.engine.start();
  const failed = await untilStatus(gate, id, "failed");
  expect(failed.error).toMatchObject({ code: "handler" });
  expect(JSON.stringify(need(await gate.engine.actions.outcome(gate.agent, id)))).not.toMatch(/no_such_table|relation/);
});
