import { sql, type Kysely } from "kysely";
import { expect, test } from "vitest";
import { migrate } from "../../src/store/migrate.ts";
import { openPg } from "../../src/store/pg/open-pg.ts";
import type { Schema } from "../../src/store/schema.ts";
import { withEmptyDatabase } from "../support/server-database.ts";
import { need, openGate, propose, untilStatus } from "../support/gate.ts";

/** Text that occurs in this statement only. */
const HOT = { insert: "stored as", find: "asked_n", move: '"seenVersion" int', claim: "leaves_more", finish: '"claimId" text' };

/** A list or number that the planner inspects forces a new plan at each run, which costs as much as the statement itself. */
test("what every call of a tool needs is planned once for each connection", () =>
  withEmptyDatabase(async (url) => {
    const database = await openPg({ url, maxConnections: 1 });
    await migrate(database);
    const gate = await openGate("pg", { database });
    for (let n = 0; n < 12; n += 1) {
      const id = await propose(gate, "pay", { amount: n });
      need(await gate.engine.decisions.approve(gate.people.approver, id, { channel: "api" }));
      await untilStatus(gate, id, "executed");
    }
    // Endings run on the urgent pool. The test takes both of its connections at once, to read the plans of each.
    const rows = await database.urgent.connection().execute(async (one) => {
      const ofOther = await database.urgent.connection().execute(findPlans);
      return [...(await findPlans(database.kysely)), ...(await findPlans(one)), ...ofOther];
    });
    for (const word of Object.values(HOT)) {
      const plans = rows.filter(({ statement }) => statement.includes(word));
      expect(plans.some(({ generic }) => generic > 0)).toBe(true);
      // PostgreSQL makes custom plans for the first five runs of a statement, then decides.
      expect(plans.filter(({ custom }) => custom > 5)).toEqual([]);
    }
    await gate.close();
  }));

/** A statement planned for a hundred calls would exceed the JIT threshold and be compiled at each run, for 0.1 s. */
test("no statement is compiled just in time", () =>
  withEmptyDatabase(async (url) => {
    const database = await openPg({ url });
    for (const pool of [database.kysely, database.urgent]) {
      const { rows } = await sql<{ jit: string }>`select current_setting('jit') as jit`.execute(pool);
      expect(rows).toEqual([{ jit: "off" }]);
    }
    await database.close();
  }));

/** A connection's prepared statements, with their counts of generic and custom plans. */
async function findPlans(connection: Kysely<Schema>) {
  const { rows } = await sql<{ statement: string; generic: number; custom: number }>`
    select statement, generic_plans as generic, custom_plans as custom from pg_prepared_statements`.execute(connection);
  return rows;
}
