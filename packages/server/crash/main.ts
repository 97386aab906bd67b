import { parseArgs } from "node:util";
import { EFFECTS } from "@countersign/protocol";
import { startPostgres } from "../../../test/support/start-postgres.ts";
import { FAILPOINTS } from "../src/engine/failpoint.ts";
import { CELLS, PHASES } from "./cells.ts";
import { openPgliteStores, openPgStores, type CellStores } from "./cell-stores.ts";
import { runCell, type CellResult } from "./run-cell.ts";
import { openSink } from "./sink.ts";

/*
 * npm run crash                    every cell once on PGlite and on PostgreSQL
 * npm run crash -- --rounds 10     every cell ten times
 * npm run crash -- --short         each failpoint with every effect class once on PostgreSQL, each failpoint once on PGlite
 */
const { values } = parseArgs({
  options: {
    short: { type: "boolean", default: false },
    rounds: { type: "string", default: "1" },
    database: { type: "string", default: "both" },
  },
});
const rounds = Number(values.rounds);
const PARALLEL = 2;

const sink = await openSink();
let failed = 0;
if (values.database !== "pglite") {
  const postgres = await startPostgres();
  const short = CELLS.filter(({ failpoint, effect, phase }) => {
    const turn = FAILPOINTS.indexOf(failpoint) + EFFECTS.indexOf(effect);
    return phase === PHASES[turn % PHASES.length];
  });
  failed += await runAll("PostgreSQL", await openPgStores(postgres.url), values.short ? short : CELLS);
  await postgres.stop();
}
if (values.database !== "pg") {
  // Takes one effect class and phase for each failpoint, cycling through them, so that the short form covers all of them.
  const short = CELLS.filter((_, n) => n % 8 === Math.floor(n / 8) % 8);
  failed += await runAll("PGlite", await openPgliteStores(), values.short ? short : CELLS);
}
sink.close();
process.exitCode = failed > 0 ? 1 : 0;

async function runAll(name: string, stores: CellStores, cells: typeof CELLS): Promise<number> {
  const queue = Array.from({ length: rounds }, () => cells).flat();
  const results: CellResult[] = [];
  await Promise.all(
    Array.from({ length: PARALLEL }, async () => {
      for (let cell = queue.shift(); cell; cell = queue.shift()) {
        const store = await stores.create();
        results.push(await runCell(cell, store, sink));
        await store.remove();
      }
    }),
  );
  await stores.close();
  return report(name, results, cells);
}

function report(name: string, results: readonly CellResult[], cells: typeof CELLS): number {
  const lines = [`\nCrash grid on ${name}: kills, how it ended, effects`];
  let faults = 0;
  for (const cell of cells) {
    const own = results.filter((result) => result.cell === cell);
    const kills = own.reduce((sum, result) => sum + result.kills, 0);
    const ends = [...new Set(own.map((result) => `${result.status} after ${result.attempts} attempts`))].join(", ");
    const effects = [...new Set(own.map((result) => result.effects))].join(" or ");
    const wrong = own.flatMap((result) => result.faults);
    faults += wrong.length + (kills === 0 ? 1 : 0);
    const label = `${cell.failpoint.padEnd(18)} ${cell.effect.padEnd(14)} ${cell.phase.padEnd(6)}`;
    lines.push(
      `${label} kills ${String(kills).padStart(3)}  ${ends}  effects ${effects}${wrong.length > 0 ? `  FAULT ${wrong.join("; ")}` : ""}`,
    );
  }
  const kills = results.reduce((sum, result) => sum + result.kills, 0);
  const unknown = results.filter((result) => result.status === "outcome_unknown").length;
  lines.push(
    `${name}: ${cells.length} cells of ${PHASES.length} phases, ${kills} kills, ${unknown} outcome unknown, ${faults} faults`,
  );
  process.stdout.write(`${lines.join("\n")}\n`);
  return faults;
}
