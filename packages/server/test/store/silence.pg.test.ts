import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { isDatabaseUnavailable } from "../../src/core/database-fault.ts";
import type { Database } from "../../src/store/database.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import { readServerUrl, withEmptyDatabase } from "../support/server-database.ts";
import { openDatabaseProxy, type DatabaseProxy } from "../support/database-proxy.ts";
import { until } from "../support/until.ts";

interface Place {
  /** Through the proxy that a test breaks. */
  database: Database;
  /** Bypasses the proxy, like another process that has no fault. */
  direct: Database;
  proxy: DatabaseProxy;
  reached: boolean[];
}

async function withLine(use: (place: Place) => Promise<void>): Promise<void> {
  await withEmptyDatabase(async (url) => {
    const proxy = await openDatabaseProxy(url);
    const reached: boolean[] = [];
    const database = await openDatabase({ url: proxy.url, onReach: (isReached) => reached.push(isReached) });
    const direct = await openDatabase({ url });
    await direct.script("create table thing (id integer primary key, n integer); insert into thing values (1, 0)");
    try {
      await use({ database, direct, proxy, reached });
    } finally {
      proxy.resume();
      await Promise.all([database.close(), direct.close()]);
      await proxy.close();
    }
  });
}

const ask = async ({ kysely }: Database) => (await sql<{ n: number }>`select 1 as n`.execute(kysely)).rows[0]!.n;
const add = async ({ kysely }: Pick<Database, "kysely">) => sql`update thing set n = n + 1 where id = ${1}`.execute(kysely);
/** How a statement ended: `answered`, `unavailable` for a transient fault, or another error. */
const endOf = (statement: Promise<unknown>): Promise<unknown> =>
  statement.then(
    () => "answered",
    (error: unknown) => (isDatabaseUnavailable(error) ? "unavailable" : error),
  );

// `expect.poll` does not support concurrent tests.
const untilAnswered = (database: Database) =>
  vi.waitUntil(async () => (await endOf(ask(database))) === "answered", { timeout: 100_000 });
const untilHeard = (heard: readonly unknown[], what: string | null) =>
  vi.waitUntil(() => heard.includes(what), { timeout: 100_000 });

interface Signal {
  given: Promise<void>;
  give(): void;
}
function createSignal(): Signal {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => (give = resolve));
  return { given, give: () => give() };
}

/** Statements whose packets are lost, on a line that works again afterwards. */
async function lose(count: number, { database, proxy }: Place): Promise<Promise<unknown>[]> {
  await fill(database);
  proxy.fallSilent();
  const before = proxy.dropped;
  const lost = Array.from({ length: count }, () => endOf(ask(database)));
  await vi.waitUntil(() => proxy.dropped - before >= count, { timeout: 100_000 });
  proxy.resume();
  return lost;
}

const fill = async (database: Database) => void (await Promise.all(Array.from({ length: 10 }, () => ask(database))));

test.concurrent("G32 what is out when the database falls silent ends as unavailable, and so does what comes until it answers again", () =>
  withLine(async ({ database, proxy, reached }) => {
    await fill(database);
    await ask({ ...database, kysely: database.urgent });
    proxy.fallSilent();
    // More statements than the pool has connections: some wait for one.
    const asked = Array.from({ length: 25 }, () => endOf(ask(database)));
    const urgent = endOf(ask({ ...database, kysely: database.urgent }));
    expect(new Set(await Promise.all([...asked, urgent]))).toEqual(new Set(["unavailable"]));
    expect(reached).toEqual([false]);
    expect(await endOf(ask(database))).toBe("unavailable");
    expect(await endOf(database.script("select 1"))).toBe("unavailable");
    proxy.resume();
    await untilAnswered(database);
    expect(reached).toEqual([false, true]);
    await fill(database);
  }));

test.concurrent("G32 a statement whose packets were lost ends, though the line is whole again when it is looked at", () =>
  withLine(async (place) => {
    const lost = await lose(3, place);
    expect(await Promise.all(lost)).toEqual(["unavailable", "unavailable", "unavailable"]);
    expect(place.reached).toEqual([]);
    await fill(place.database);
  }));

test.concurrent("G32 a statement that the database works on is not cut off, however long it takes and whatever happens to others", () =>
  withLine(async (place) => {
    const { database, direct, reached } = place;
    const [lost] = await lose(1, place);
    const isHeld = createSignal();
    const isOver = createSignal();
    const holding = direct.kysely.transaction().execute(async (transaction) => {
      // Otherwise the server itself would end the idle transaction after a while.
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
      await sql`select id from thing where id = 1 for update`.execute(transaction);
      isHeld.give();
      await isOver.given;
    });
    await isHeld.given;
    const waiting = endOf(add(database));
    // Longer than two checks of all open statements take.
    const sleeping = endOf(sql`select pg_sleep(9)`.execute(database.kysely));
    expect(await lost).toBe("unavailable");
    expect(await sleeping).toBe("answered");
    isOver.give();
    await holding;
    expect(await waiting).toBe("answered");
    expect(reached).toEqual([]);
  }));

test.concurrent("G32 a transaction that silence cut off holds nothing when the database answers again, and is not committed", () =>
  withLine(async ({ database, direct, proxy }) => {
    const cut = endOf(
      database.kysely.transaction().execute(async (transaction) => {
        // Otherwise the server itself would end the idle transaction after a while.
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
        await add({ kysely: transaction });
        proxy.fallSilent();
        await add({ kysely: transaction });
      }),
    );
    expect(await cut).toBe("unavailable");
    proxy.resume();
    await untilAnswered(database);
    const left = sql`select state from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`;
    await until(async () => (await left.execute(direct.kysely)).rows.length === 0);
    await add(direct);
    expect((await sql<{ n: number }>`select n from thing`.execute(direct.kysely)).rows).toEqual([{ n: 1 }]);
  }));

test.concurrent("G32 what a silent process holds is not in the way of others for long", () =>
  withLine(async ({ database, direct, proxy }) => {
    const isHeld = createSignal();
    const isOver = createSignal();
    const holding = endOf(
      database.kysely.transaction().execute(async (transaction) => {
        await add({ kysely: transaction });
        isHeld.give();
        await isOver.given;
        await add({ kysely: transaction });
      }),
    );
    await isHeld.given;
    proxy.fallSilent();
    // The other process waits for the row lock until the server ends the silent transaction.
    expect(await endOf(add(direct))).toBe("answered");
    isOver.give();
    expect(await holding).toBe("unavailable");
  }));

test.concurrent("G32 after silence other processes are heard again", () =>
  withLine(async ({ database, direct, proxy }) => {
    const heard: (string | null)[] = [];
    database.listen((workspaceId) => heard.push(workspaceId));
    await untilHeard(heard, null);
    direct.notify("before");
    await untilHeard(heard, "before");
    heard.length = 0;
    proxy.fallSilent();
    expect(await endOf(ask(database))).toBe("unavailable");
    direct.notify("meanwhile");
    proxy.resume();
    await untilHeard(heard, null);
    direct.notify("after");
    await untilHeard(heard, "after");
  }));

test.concurrent("a start waits for a database that is not there yet, and says so", ({ onTestFinished }) =>
  withEmptyDatabase(async (url) => {
    const proxy = await openDatabaseProxy(url);
    onTestFinished(() => proxy.close());
    proxy.cut();
    const said: string[] = [];
    const database = await openDatabase({
      url: proxy.url,
      waitSeconds: 60,
      onWait: (message) => {
        said.push(message);
        proxy.resume();
      },
    });
    expect(await ask(database)).toBe(1);
    // A paused machine may say it again.
    expect(new Set(said.map((one) => one.includes("127.0.0.1")))).toEqual(new Set([true]));
    await database.close();
  }));

test.concurrent("a start that waited in vain names the database and its time, and no password", ({ onTestFinished }) =>
  withEmptyDatabase(async (url) => {
    const proxy = await openDatabaseProxy(url);
    onTestFinished(() => proxy.close());
    const withPassword = new URL(proxy.url);
    withPassword.password = "not-to-be-told";
    for (const breakLine of [proxy.cut, proxy.fallSilent]) {
      breakLine();
      const failed = await openDatabase({ url: withPassword.href, waitSeconds: 2 }).catch((error: unknown) => error);
      expect(String(failed)).toMatch(/127\.0\.0\.1:\d+ did not answer within 2 s/);
      expect(String(failed)).not.toContain("not-to-be-told");
    }
  }));

test.concurrent("a start does not wait where the database answers that it will not serve", async () => {
  const url = new URL(readServerUrl());
  url.pathname = "/no_such_database_of_ours";
  await expect(openDatabase({ url: url.href, waitSeconds: 3600 })).rejects.toThrow("does not exist");
});
