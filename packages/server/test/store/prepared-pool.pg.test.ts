import { sql } from "kysely";
import { expect, test } from "vitest";
import { openPg } from "../../src/store/pg/open-pg.ts";
import { withEmptyDatabase } from "../support/server-database.ts";

test("statements keep working when another process changes a table under them", () =>
  withEmptyDatabase(async (url) => {
    const database = await openPg({ url, maxConnections: 1 });
    const other = await openPg({ url, maxConnections: 1 });
    const read = async (id: number) => (await sql`select * from thing where id = ${id}`.execute(database.kysely)).rows;
    try {
      await other.script("create table thing (id integer primary key, name text); insert into thing values (1, 'one')");
      expect(await read(1)).toEqual([{ id: 1, name: "one" }]);
      await other.script("alter table thing add column colour text default 'red'");
      expect(await read(1)).toEqual([{ id: 1, name: "one", colour: "red" }]);
      expect(await read(1)).toEqual([{ id: 1, name: "one", colour: "red" }]);
      const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements where ${true}`.execute(
        database.kysely,
      );
      expect(rows.filter(({ statement }) => statement.includes("from thing"))).toHaveLength(2);
    } finally {
      await database.close();
      await other.close();
    }
  }));

test("text that keeps changing does not pile up on the server", () =>
  withEmptyDatabase(async (url) => {
    const database = await openPg({ url, maxConnections: 1 });
    try {
      for (let n = 0; n < 400; n += 1) await sql`select ${n}::int + ${sql.lit(n)} as sum`.execute(database.kysely);
      const { rows } = await sql<{ count: number }>`select count(*) as count from pg_prepared_statements`.execute(
        database.kysely,
      );
      expect(rows[0]?.count).toBeLessThanOrEqual(300);
      expect((await sql`select ${7}::int + ${sql.lit(500)} as sum`.execute(database.kysely)).rows).toEqual([{ sum: 507 }]);
    } finally {
      await database.close();
    }
  }));
