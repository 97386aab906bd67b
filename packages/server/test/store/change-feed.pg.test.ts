import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Database } from "../../src/store/database.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import { withEmptyDatabase } from "../support/server-database.ts";

async function withTwo(use: (here: Database, there: Database) => Promise<void>): Promise<void> {
  await withEmptyDatabase(async (url) => {
    const here = await openDatabase({ url });
    const there = await openDatabase({ url });
    try {
      await use(here, there);
    } finally {
      await Promise.all([here.close(), there.close()]);
    }
  });
}

/** Waits until the connection listens, which the first `null` signals; returns the later notifications. */
async function startListening(database: Database): Promise<(string | null)[]> {
  const heard: (string | null)[] = [];
  database.listen((workspaceId) => heard.push(workspaceId));
  await expect.poll(() => heard).toContain(null);
  heard.length = 0;
  return heard;
}

test("another process hears which workspaces changed, each once", () =>
  withTwo(async (here, there) => {
    const heard = await startListening(there);
    const ids = Array.from({ length: 2000 }, (_, index) => `workspace-${index}-ä👩‍💻`);
    for (let round = 0; round < 3; round += 1) for (const id of ids) here.notify(id);
    await expect.poll(() => heard.length).toBe(ids.length);
    expect(new Set(heard)).toStrictEqual(new Set(ids));
  }));

test("the process that notifies hears itself once", () =>
  withTwo(async (here, there) => {
    const own = await startListening(here);
    const other = await startListening(there);
    here.notify("first");
    await expect.poll(() => other).toContain("first");
    here.notify("second");
    await expect.poll(() => other).toContain("second");
    await sleep(50);
    expect(own).toStrictEqual(["first", "second"]);
  }));

test("a notification made just before closing still goes out", () =>
  withTwo(async (here, there) => {
    const heard = await startListening(there);
    here.notify("last words");
    await here.close();
    await expect.poll(() => heard).toContain("last words");
  }));

test("after all connections were cut, listeners are told to look, and hear again", () =>
  withTwo(async (here, there) => {
    const heard = await startListening(there);
    here.notify("before");
    await expect.poll(() => heard).toContain("before");
    heard.length = 0;
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
      here.kysely,
    );
    await expect.poll(() => heard).toContain(null);
    here.notify("after");
    await expect.poll(() => heard).toContain("after");
  }));

test("a connection cut inside a transaction fails that transaction and nothing else", () =>
  withTwo(async (here, there) => {
    const cut = here.kysely.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(there.kysely);
      await sleep(100);
      await sql`select 1`.execute(transaction);
    });
    await expect(cut).rejects.toThrow();
    const { rows } = await sql`select 1 as alive`.execute(here.kysely);
    expect(rows).toStrictEqual([{ alive: 1 }]);
  }));

test("sessions carry the product's name and a limit on statements", () =>
  withTwo(async (here) => {
    const { rows } = await sql`
      select current_setting('application_name') as name, current_setting('statement_timeout') as statement_timeout
    `.execute(here.kysely);
    expect(rows).toStrictEqual([{ name: "countersign", statementTimeout: "30s" }]);
  }));
