import { sql } from "kysely";
import { openDatabase } from "../packages/server/src/store/open-database.ts";
import { openFloor } from "./floor.ts";
import type { Question } from "./support/bench.ts";
import { countStatements } from "./support/count-statements.ts";
import { createDatabase, dropDatabase } from "./support/create-database.ts";
import { atLeast, atMost, milliseconds, perSecond, type Figure } from "./support/figure.ts";
import { openGate, type Proposed } from "./support/open-gate.ts";
import { prepareStore } from "./support/prepare-store.ts";
import { runCallers } from "./support/run-callers.ts";
import { median, percentile } from "./support/statistics.ts";

const CALLERS = [1, 16];
const WORKSPACES = [1, 16];
const CONNECTIONS = 16;
const FLOOR_SHARE = 0.5;

/** How fast is the gate compared with bare SQL that writes the same rows, measured alternately? */
export const askGate: Question = async ({ serverUrl, quick, say }) => {
  const names = ["bench_gate", "bench_floor"] as const;
  const [gateUrl, floorUrl] = await Promise.all(names.map((name) => createDatabase(serverUrl, name)));
  const database = await openDatabase({ url: gateUrl!, maxConnections: CONNECTIONS });
  const floorStore = await openDatabase({ url: floorUrl!, maxConnections: 1 });
  const workspaceIds = await prepareStore(database, Math.max(...WORKSPACES));
  await prepareStore(floorStore, Math.max(...WORKSPACES));
  await floorStore.close();
  const gate = await openGate(database, workspaceIds);
  const floor = openFloor(floorUrl!, CONNECTIONS);
  let records = 0;
  const newRecords = (count: number, workspaces: number): { workspaceId: string; recordId: string }[] =>
    Array.from({ length: count }, (_, n) => ({ workspaceId: workspaceIds[n % workspaces]!, recordId: `r-${(records += 1)}` }));

  /** Runs one round of propose and approve-to-executed, of the gate or of the floor. */
  async function runOnce<Action>(
    writer: {
      propose(workspaceId: string, recordId: string): Promise<Action>;
      approveToExecuted(action: Action): Promise<void>;
    },
    count: number,
    callers: number,
    workspaces: number,
  ): Promise<{ propose: number; approve: number }> {
    const actions: Action[] = [];
    const propose = await runCallers(newRecords(count, workspaces), callers, async ({ workspaceId, recordId }) => {
      actions.push(await writer.propose(workspaceId, recordId));
    });
    const approve = await runCallers(actions, callers, writer.approveToExecuted);
    return { propose, approve };
  }

  try {
    await runOnce(gate, 100, 4, 16);
    await runOnce(floor, 100, 4, 16);
    const figures: Figure[] = [];
    const delays = new Map<number, number[]>();
    for (const workspaces of WORKSPACES) {
      for (const callers of CALLERS) {
        const count = (callers === 1 ? 200 : 1000) / (quick ? 4 : 1);
        const runs = { gate: [] as Rates[], floor: [] as Rates[] };
        for (let round = 0; round < (quick ? 3 : 7); round += 1) {
          gate.takeStartDelays();
          runs.floor.push(await runOnce(floor, count, callers, workspaces));
          runs.gate.push(await runOnce(gate, count, callers, workspaces));
          delays.set(callers, [...(delays.get(callers) ?? []), ...gate.takeStartDelays()]);
        }
        for (const step of ["propose", "approve"] as const) {
          const ours = median(runs.gate.map((rates) => rates[step]));
          const bare = median(runs.floor.map((rates) => rates[step]));
          const ratio = median(runs.gate.map((rates, round) => rates[step] / runs.floor[round]![step]));
          figures.push({
            what: `${STEP[step]}, ${plural(callers, "caller")}, ${plural(workspaces, "workspace")}`,
            measured: perSecond(ours),
            beside: `floor ${perSecond(bare)}`,
            ratio,
            ...(callers === 16 ? { target: atLeast(ratio, FLOOR_SHARE, "of the floor") } : {}),
          });
          say(figures.at(-1)!);
        }
      }
    }
    for (const [callers, values] of delays) {
      figures.push({
        what: `approval to handler start, ${plural(callers, "caller")}`,
        measured: `p50 ${milliseconds(percentile(values, 0.5))}, p99 ${milliseconds(percentile(values, 0.99))}`,
        ...(callers === 1 ? { target: atMost(percentile(values, 0.5), 10, "ms (p50)") } : {}),
      });
    }
    return [...figures, ...(await countBySteps())];
  } finally {
    await gate.close();
    await floor.close();
    await database.close();
    for (const name of names) await dropDatabase(serverUrl, name);
  }

  /** Runs the calls one at a time, so that no statement serves two calls. */
  async function countBySteps(): Promise<Figure[]> {
    const count = quick ? 50 : 200;
    const actions: Proposed[] = [];
    const proposing = await countStatements(async () => {
      for (const { workspaceId, recordId } of newRecords(count, 1)) actions.push(await gate.propose(workspaceId, recordId));
    });
    const approving = await countStatements(async () => {
      for (const action of actions) await gate.approveToExecuted(action);
    });
    const left = await sql`select from action where status <> 'executed'`.execute(database.kysely);
    if (left.rows.length > 0) throw new Error(`${left.rows.length} actions were not executed`);
    return [
      { step: "to propose", counted: proposing, most: 2 },
      { step: "from approve to executed", counted: approving, most: 5 },
    ].map(({ step, counted, most }) => {
      const each = Math.round((counted.statements / count) * 10) / 10;
      const also = [counted.wakeUps, counted.byTimers].map((number) => (number / count).toFixed(1));
      return {
        what: `statements ${step}`,
        measured: each.toFixed(1),
        beside: `and ${also[0]} wake-ups, ${also[1]} by timers`,
        target: atMost(each, most, "statements"),
      };
    });
  }
};

interface Rates {
  propose: number;
  approve: number;
}

const STEP = { propose: "propose", approve: "approve to executed" };
const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;
