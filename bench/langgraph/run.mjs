// node run.mjs <postgres-url> <actions> <callers> [agent|smallest] [async|sync|exit]
//
// Proposes the actions (a run up to its `interrupt()`), then approves them (`Command({ resume })`, a tool that does nothing),
// each on its own thread, and prints one line of JSON. Works in its own schema and drops it.
import { randomUUID } from "node:crypto";
import pg from "pg";
import { openGate, shapes } from "./gate.mjs";

const [url, actionsText, callersText, shape = "agent", durability = "async"] = process.argv.slice(2);
const actions = Number(actionsText);
const callers = Number(callersText);
if (!url || !(actions > 0) || !(callers > 0) || !shapes.includes(shape)) {
  console.error("node run.mjs <postgres-url> <actions> <callers> [agent|smallest] [async|sync|exit]");
  process.exit(2);
}
const WARM_UPS = 20;

// Counts every statement on every connection, including transaction control.
let statements = 0;
const query = pg.Client.prototype.query;
pg.Client.prototype.query = function (...parameters) {
  statements += 1;
  return query.apply(this, parameters);
};

const schema = `bench_${randomUUID().slice(0, 8)}`;
let toolRuns = 0;
const runTool = async () => {
  toolRuns += 1;
  return "done";
};
const gate = await openGate(url, { shape, schema, durability, connections: callers, runTool });

/** Runs `work` for each number, with `callers` concurrent calls. */
async function measure(work) {
  const millis = [];
  const before = statements;
  let next = 0;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (next < actions) {
        const n = next++;
        const at = performance.now();
        await work(`action-${n}`);
        millis.push(performance.now() - at);
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  millis.sort((a, b) => a - b);
  const percentile = (share) => round(millis[Math.min(millis.length - 1, Math.floor(millis.length * share))]);
  return {
    perSecond: round(actions / seconds),
    p50: percentile(0.5),
    p99: percentile(0.99),
    statements: round((statements - before) / actions),
  };
}
const round = (value) => Math.round(value * 10) / 10;

async function size() {
  const { rows } = await gate.pool.query(
    `select (select count(*) from "${schema}".checkpoints) + (select count(*) from "${schema}".checkpoint_blobs)
          + (select count(*) from "${schema}".checkpoint_writes) as rows,
            pg_total_relation_size('"${schema}".checkpoints') + pg_total_relation_size('"${schema}".checkpoint_blobs')
          + pg_total_relation_size('"${schema}".checkpoint_writes') as bytes`,
  );
  return { rows: Number(rows[0].rows), bytes: Number(rows[0].bytes) };
}

try {
  for (let n = 0; n < WARM_UPS; n++) {
    await gate.propose(`warm-${n}`);
    await gate.approve(`warm-${n}`);
  }
  const before = await size();
  const proposed = await measure(gate.propose);
  const approved = await measure(gate.approve);
  const after = await size();
  if (toolRuns !== actions + WARM_UPS) throw new Error(`The tool ran ${toolRuns - WARM_UPS} times for ${actions} actions.`);
  console.log(
    JSON.stringify({
      peer: "langgraph",
      shape,
      durability,
      actions,
      callers,
      proposePerSecond: proposed.perSecond,
      approvePerSecond: approved.perSecond,
      p50ProposeMs: proposed.p50,
      p99ProposeMs: proposed.p99,
      p50ApproveMs: approved.p50,
      p99ApproveMs: approved.p99,
      proposeStatements: proposed.statements,
      approveStatements: approved.statements,
      rowsPerAction: round((after.rows - before.rows) / actions),
      bytesPerAction: Math.round((after.bytes - before.bytes) / actions),
    }),
  );
} finally {
  await gate.dropSchema();
  await gate.close();
}
