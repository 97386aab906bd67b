import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Schema } from "../../src/store/schema.ts";
import { claimForEndpoint } from "../../src/store/statements/notifications.ts";
import { openGate, type Gate } from "../support/gate.ts";

let gate: Gate;
beforeEach(async () => {
  gate = await openGate("pg");
});
afterEach(() => gate.close());

/** The text of the statement that claims for an endpoint. */
async function claimText(): Promise<string> {
  const texts: string[] = [];
  const recorder = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void texts.push(query.sql),
  });
  await claimForEndpoint(recorder, { workspaceId: "w", connectionId: "c", recipient: "" }, { limit: 20, leaseSeconds: 90 });
  return texts[0]!;
}

test("claims for an endpoint look earlier events up by action, also by a plan for any receiver of many", async () => {
  const text = await claimText();
  const count = new Set(text.match(/\$\d+/g)).size;
  await gate.database.script(`
    insert into notification (workspace_id, id, connection_id, channel, event_seq, event_hash, kind, action_id, recipient, state, due_at)
      select '${gate.agent.workspaceId}', 'n' || n, 'con_1', 'c', n, decode(md5(n::text), 'hex'), 'asked', 'a' || n / 2,
        case when n % 2 = 0 then '' else 'person_' || n % 601 end, 'planned', now()
      from generate_series(1, 6000) n;
    analyze notification`);
  const plan = await gate.database.kysely.connection().execute(async (connection) => {
    const run = (words: string) => sql<{ "QUERY PLAN": string }>`${sql.raw(words)}`.execute(connection);
    await run("set plan_cache_mode = force_generic_plan");
    await run(`prepare claim as ${text}`);
    const { rows } = await run(`explain execute claim (${Array.from({ length: count }, () => "null").join(", ")})`);
    await run("deallocate claim");
    await run("reset plan_cache_mode");
    return JSON.stringify(rows);
  });
  expect(plan).toContain("notification_of_action");
  expect(plan).not.toContain("Join Filter");
});
