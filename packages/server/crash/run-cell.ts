import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { bundleProgram } from "../../../scripts/lib/bundle-program.ts";
import type { Cell, Life, Word } from "./cells.ts";
import type { Sink } from "./sink.ts";

export interface CellResult {
  cell: Cell;
  kills: number;
  status: string;
  attempts: number;
  effects: number;
  /** Violated guarantees; empty if there are none. */
  faults: string[];
}

let program: Promise<string> | undefined;
const MAX_LIVES = 6;

/** A new store for one cell. `countEffects` counts the transactional effects in its `crash_effect` table. */
export interface CellStore {
  database: Life["database"];
  countEffects(): Promise<number>;
  remove(): Promise<void>;
}

/** Kills the process at the cell's failpoint, restarts it until the action has ended, and counts effects from outside. */
export async function runCell(cell: Cell, store: CellStore, sink: Sink): Promise<CellResult> {
  const { effect, phase, failpoint } = cell;
  const life = { database: store.database, sinkUrl: sink.url, effect, phase };
  const deaths = failpoint === "recover.committed" ? (["run.handled", failpoint] as const) : [failpoint];
  const words: Word[] = [];
  let kills = 0;
  for (const dieAt of deaths) {
    // A life after a death begins with recovery, so that failpoint must be armed from the start.
    const atStart = phase === "first" || dieAt === "recover.committed";
    const heard = await live({ ...life, dieAt, armed: atStart ? "at start" : "after failure" });
    if (heard.some((word) => word.said === "dying")) kills += 1;
    words.push(...heard);
  }
  for (let lives = 0; lives < MAX_LIVES && !words.some((word) => word.said === "ended"); lives += 1) {
    words.push(...(await live({ ...life, dieAt: null, armed: "at start" })));
  }
  return judge(cell, kills, words, store, sink);
}

async function live(life: Life): Promise<Word[]> {
  program ??= bundleProgram(new URL("./life.ts", import.meta.url).pathname);
  const child = spawn(process.execPath, [await program, JSON.stringify(life)], { stdio: ["ignore", "pipe", "inherit"] });
  const words: Word[] = [];
  const lines = createInterface({ input: child.stdout }).on("line", (line) => words.push(JSON.parse(line) as Word));
  const ended = new Promise((resolve) => lines.once("close", resolve));
  const signal = await new Promise<string | number | null>((resolve) =>
    child.once("exit", (code, name) => resolve(name ?? code)),
  );
  await ended;
  if (signal !== 0 && signal !== "SIGKILL") throw new Error(`a life ended by ${signal}: ${JSON.stringify(life)}`);
  return words;
}

async function judge(cell: Cell, kills: number, words: readonly Word[], store: CellStore, sink: Sink): Promise<CellResult> {
  const faults: string[] = [];
  const ended = words.find((word) => word.said === "ended");
  const proposed = words.filter((word) => word.said === "proposed");
  const idsOf = (key: string): Set<string> => new Set(proposed.filter((word) => word.key === key).map((word) => word.id));
  if (kills === 0) faults.push("the process did not die: the failpoint was not reached");
  if (idsOf("the one").size > 1 || idsOf("the other").size > 1)
    faults.push("G4: an acknowledged proposal was lost: its key gave another action");
  if (!ended) faults.push("the action did not come to an end");
  const effects = cell.effect === "transactional" ? await store.countEffects() : sink.count(`act_${[...idsOf("the one")][0]}`);
  if (ended) {
    if (ended.stuck > 0) faults.push(`G5: ${ended.stuck} actions are stuck`);
    if (ended.faults !== 0) faults.push("G12: the audit log does not verify");
    const unknown = cell.effect === "unsafe" && ended.status === "outcome_unknown";
    if (cell.effect === "unsafe" ? effects > 1 : effects !== 1) faults.push(`G3: ${effects} effects`);
    if (!unknown && (ended.status !== "executed" || effects !== 1))
      faults.push(`ended as ${ended.status} with ${effects} effects`);
  }
  return { cell, kills, status: ended?.status ?? "none", attempts: ended?.attempts ?? 0, effects, faults };
}
