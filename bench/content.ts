import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Pool } from "pg";
import type { ContentExport } from "../packages/protocol/src/index.ts";
import type { Principal } from "../packages/server/src/core/principal.ts";
import type { Result } from "../packages/server/src/core/refusal.ts";
import { createEngine } from "../packages/server/src/engine/create-engine.ts";
import { createRegistry } from "../packages/server/src/engine/registry.ts";
import { openDatabase } from "../packages/server/src/store/open-database.ts";
import { productPath, sampleCatalogue, sampleId } from "../examples/sample-catalogue/sample-catalogue.ts";
import { renderTemplate } from "../packages/server/src/tools/connectors/content/templates/render-template.ts";
import { createContent } from "../packages/server/src/features/content/create-content.ts";
import type { Question } from "./support/bench.ts";
import { createDatabase, dropDatabase } from "./support/create-database.ts";
import { milliseconds, perSecond, type Figure } from "./support/figure.ts";
import { agentOf, personOf } from "./support/open-gate.ts";
import { prepareStore } from "./support/prepare-store.ts";
import { runCallers } from "./support/run-callers.ts";
import { median, percentile } from "./support/statistics.ts";

const EDITS = 1000;
const BATCH = 50;
const READ = 200;
const CALLERS = 4;
const CONNECTIONS = 16;

/** How fast are edits of objects proposed, applied and read, compared with bare compare-and-set updates of the same rows? */
export const askContent: Question = async ({ serverUrl, quick }) => {
  const name = "bench_content";
  const url = await createDatabase(serverUrl, name);
  const folder = await mkdtemp(join(tmpdir(), "countersign-bench-"));
  const database = await openDatabase({ url, maxConnections: CONNECTIONS });
  const pool = new Pool({ connectionString: url, max: CONNECTIONS });
  const content = createContent({ database, folder, render: renderTemplate });
  const engine = createEngine({
    database,
    registry: createRegistry([content.tools]),
    settings: { maxPendingPerAgent: 100_000 },
  });
  try {
    const [workspaceId] = (await prepareStore(database, 1)) as [string];
    await database.script("update api_key set groups = '{content-data-objects-write}'");
    const person = personOf(workspaceId);
    const admin: Principal = { ...person, role: "admin" };
    need(await content.admin(engine).import(admin, manyObjects()));
    engine.start();

    const ids = Array.from({ length: EDITS }, (_, n) => objectId(n));
    const batches = Array.from({ length: EDITS / BATCH }, (_, n) => ids.slice(n * BATCH, (n + 1) * BATCH));
    const rates = { propose: [] as number[], apply: [] as number[], floor: [] as number[] };
    const reads: number[] = [];
    for (let round = 0; round < (quick ? 2 : 5); round += 1) {
      rates.floor.push(await runCallers(ids, CONNECTIONS, (id) => writeBare(pool, workspaceId, id, round)));
      const proposed: string[] = [];
      const sessionId = `round-${round}`;
      const calls = await runCallers(batches, CALLERS, async (batch) => {
        const proposals = batch.map((id) => ({ id, fields: { stock: 100 + round, width: 50 + round } }));
        const request = { toolName: "propose_data_object_update", toolInput: { proposals }, sessionId };
        proposed.push(...(need(await engine.proposals.propose(agentOf(workspaceId), request)).proposalIds ?? []));
      });
      rates.propose.push(calls * BATCH);
      const page = proposed.slice(0, READ);
      for (let look = 0; look < (quick ? 5 : 20); look += 1) {
        const began = performance.now();
        const payloads = need(await engine.actions.proposals(person, sessionId, page));
        if (Object.keys(payloads).length !== READ) throw new Error("a proposal is missing");
        reads.push(performance.now() - began);
      }
      const shown = await pool.query<{ id: string; digest: string }>("select id, digest from action where id = any($1)", [
        proposed,
      ]);
      const items = shown.rows.map(({ id, digest }) => ({ pendingActionId: id, verdict: "approve" as const, digest }));
      const began = performance.now();
      for (let n = 0; n < items.length; n += READ) {
        need(await engine.decisions.decideMany(person, items.slice(n, n + READ), "api"));
      }
      await untilExecuted(pool, (round + 1) * EDITS);
      rates.apply.push((EDITS * 1000) / (performance.now() - began));
    }
    const beside = `${perSecond(median(rates.floor))} bare compare-and-set updates with a revision`;
    const figure = (what: string, rate: number): Figure => ({
      what,
      measured: perSecond(rate),
      beside,
      ratio: rate / median(rates.floor),
    });
    return [
      figure(`Edits proposed in batches of ${BATCH}, ${CALLERS} callers`, median(rates.propose)),
      figure(`Edits approved ${READ} at once and written`, median(rates.apply)),
      {
        what: `${READ} proposals in one read`,
        measured: `p50 ${milliseconds(percentile(reads, 0.5))}, p99 ${milliseconds(percentile(reads, 0.99))}`,
      },
    ];
  } finally {
    await engine.stop(5);
    await pool.end();
    await database.close();
    await dropDatabase(serverUrl, name);
    await rm(folder, { recursive: true, force: true });
  }
};

const objectId = (n: number): string => `bench-${n}`;

/** A thousand products like those of the sample. */
function manyObjects(): ContentExport {
  const sample = sampleCatalogue();
  const product = sample.elements.find(({ id }) => id === sampleId(`object ${productPath(0)}`));
  if (!product) throw new Error("the sample has no product");
  const objects = Array.from({ length: EDITS }, (_, n) => ({ ...product, id: objectId(n), path: `/bench/product-${n}` }));
  return { ...sample, elements: [...sample.elements, ...objects] };
}

/** Writes an edit without review: the new state if the version is unchanged, and its revision. */
async function writeBare(pool: Pool, workspaceId: string, id: string, round: number): Promise<void> {
  const found = await pool.query<{ value: string; version: string }>(
    "select value, version from content_element where workspace_id = $1 and id = $2",
    [workspaceId, id],
  );
  const { value, version } = found.rows[0] as { value: string; version: string };
  const next = JSON.stringify({ ...(JSON.parse(value) as object), stock: round, width: 20 + round });
  const { rowCount } = await pool.query(
    `with changed as (
      update content_element set value = $4, revision = revision + 1, published = revision + 1, modified_at = now()
      where workspace_id = $1 and id = $2 and version = $3 returning *
    )
    insert into content_revision (workspace_id, element_id, revision, path, type, value, tags, published, file, modified_kind,
      modified_by, modified_name)
    select workspace_id, id, revision, path, type, value, tags, published, file, 'user', 'bench', 'Bench' from changed`,
    [workspaceId, id, version, next],
  );
  if (rowCount !== 1) throw new Error(`${id} was not written`);
}

async function untilExecuted(pool: Pool, wanted: number): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ status: string; n: number }>(
      "select status, count(*)::integer as n from action group by 1",
    );
    if (rows.some(({ status }) => status === "failed")) throw new Error(`an edit failed: ${JSON.stringify(rows)}`);
    if ((rows.find(({ status }) => status === "executed")?.n ?? 0) >= wanted) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function need<T>(result: Result<T>): T {
  if (!result.ok)
    throw new Error(`${result.refusal.code}: ${result.refusal.detail} ${JSON.stringify(result.refusal.errors ?? [])}`);
  return result.value;
}
