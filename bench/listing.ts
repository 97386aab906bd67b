import type { Database } from "../packages/server/src/store/database.ts";
import { createEngine } from "../packages/server/src/engine/create-engine.ts";
import { createRegistry } from "../packages/server/src/engine/registry.ts";
import { openDatabase } from "../packages/server/src/store/open-database.ts";
import type { Question } from "./support/bench.ts";
import { createDatabase, dropDatabase } from "./support/create-database.ts";
import { atMost, milliseconds, type Figure } from "./support/figure.ts";
import { personOf } from "./support/open-gate.ts";
import { prepareStore } from "./support/prepare-store.ts";
import { percentile } from "./support/statistics.ts";

const WORKSPACES = 20;
const PAGE = 50;
const MAX_GROWTH = 1.5;
const STATEMENT_ROWS = 100_000;

/** Does the first page of pending actions cost more when the table is a hundred times as large? */
export const askListing: Question = async ({ serverUrl, quick }) => {
  const sizes = quick ? [10_000, 100_000] : [10_000, 1_000_000];
  const names = sizes.map((rows) => `bench_list_${rows}`);
  const databases: Database[] = [];
  try {
    for (const [n, rows] of sizes.entries()) {
      const database = await openDatabase({ url: await createDatabase(serverUrl, names[n]!), maxConnections: 2 });
      databases.push(database);
      await prepareStore(database, WORKSPACES);
      await load(database, rows);
    }
    const engines = databases.map((database) => createEngine({ database, registry: createRegistry([]) }));
    // One workspace has over a fifth of all rows, another under 3%; both have at least a page of pending ones.
    const asked = [0, WORKSPACES - 1].map((n) => personOf(`ws_bench_${n}`));
    const millis: number[][] = sizes.map(() => []);
    const pages = quick ? 60 : 500;
    for (let page = -20; page < pages; page += 1) {
      for (const [n, engine] of engines.entries()) {
        for (const by of asked) {
          const began = performance.now();
          const listed = await engine.actions.list(by, { status: ["pending"], limit: PAGE });
          const took = performance.now() - began;
          if (!listed.ok || listed.value.items.length !== PAGE) throw new Error("the page is not full");
          if (page >= 0) millis[n]!.push(took);
        }
      }
    }
    for (const engine of engines) await engine.stop();
    const figures = sizes.map((rows, n): Figure => ({
      what: `${PAGE} newest pending of ${rows.toLocaleString("en")} rows`,
      measured: `p50 ${milliseconds(percentile(millis[n]!, 0.5))}, p99 ${milliseconds(percentile(millis[n]!, 0.99))}`,
    }));
    const ratio = percentile(millis[1]!, 0.5) / percentile(millis[0]!, 0.5);
    figures[1] = {
      ...figures[1]!,
      beside: figures[0]!.measured,
      ratio,
      target: atMost(ratio, MAX_GROWTH, "of the small table"),
    };
    return figures;
  } finally {
    for (const database of databases) await database.close();
    for (const name of names) await dropDatabase(serverUrl, name);
  }
};

/** Inserts rows like a year's: ids and times in order, a few busy workspaces, a third of all still pending. */
async function load(database: Database, rows: number): Promise<void> {
  for (let first = 0; first < rows; first += STATEMENT_ROWS) {
    const last = Math.min(first + STATEMENT_ROWS, rows) - 1;
    await database.script(`
      set statement_timeout = 0;
      insert into action (workspace_id, id, tool_name, tool_hash, source, effect, risk, tool_input, effective_input, preview, digest,
        status, batch_id, session_id, proposed_kind, proposed_by, proposed_name, request_hash, created_at)
      select 'ws_bench_' || floor(${WORKSPACES} * power(random(), 2)), lpad(to_hex(n), 8, '0') || substr(gen_random_uuid()::text, 9),
        'write_record', md5('tool') || md5('tool'), 'server', 'unsafe', 3, input, input, '{"title":"Write a record"}', md5(n::text) || md5(n::text),
        (array['pending', 'executed', 'rejected'])[1 + n % 3], md5((n / 4)::text)::uuid::text, md5((n / 40)::text), 'agent', 'agent', 'Agent',
        md5(n::text) || md5(n::text), now() - (${rows} - n) * interval '30 seconds'
      from generate_series(${first}, ${last}) n,
        lateral (select '{"recordId":"r-' || n || '","note":"' || repeat(md5(n::text), 12) || '"}' as input) made;
      reset statement_timeout;`);
  }
  await database.script("vacuum (analyze) action");
}
