import type { ActionStatus } from "@countersign/protocol";
import { verifyAudit } from "../src/engine/records/verify-audit.ts";
import { openDatabase } from "../src/store/open-database.ts";

export interface Run {
  databaseUrl: string;
  /** The `n` of each acknowledged action, by action id. */
  acknowledged: ReadonlyMap<string, string>;
  /** Errors of proposals that the client gave up. */
  thrown: readonly string[];
  /** How often each effect took place, by `n`. */
  counts: ReadonlyMap<string, number>;
  kills: number;
  restarts: number;
}

/** Time after the last fault for lost work to be found by its expired lease, released and run. */
const SETTLE_MS = 120_000;
const OPEN: readonly ActionStatus[] = ["pending", "approved", "executing"];

/** Waits until no action is open, prints a report, and returns the number of checks that failed. */
export async function judge({ databaseUrl, acknowledged, thrown, counts, kills, restarts }: Run): Promise<number> {
  const database = await openDatabase({ url: databaseUrl });
  const read = () => database.kysely.selectFrom("action").select(["id", "status", "error", "toolInput"]).execute();
  const end = performance.now() + SETTLE_MS;
  let rows = await read();
  for (; performance.now() < end; rows = await read()) {
    if (!rows.some(({ status }) => OPEN.includes(status))) break;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  const stored = new Map(rows.map((row) => [row.id, row]));
  const effectsOf = ({ toolInput }: { toolInput: string }): number =>
    counts.get((JSON.parse(toolInput) as { n: string }).n) ?? 0;
  const report = {
    "proposals given up by the client": thrown.length,
    "acknowledged proposals lost": [...acknowledged.keys()].filter((id) => !stored.has(id)).length,
    "calls stored twice": rows.length - new Set(rows.map(({ toolInput }) => toolInput)).size,
    "effects doubled": [...counts.values()].filter((count) => count > 1).length,
    "executed without effect": rows.filter((row) => row.status === "executed" && effectsOf(row) === 0).length,
    stuck: rows.filter(({ status }) => OPEN.includes(status)).length,
    "approved work failed by our own faults": rows.filter(({ status }) => status === "failed").length,
    "faults of the audit log": (await verifyAudit(database)).reduce((sum, { faults }) => sum + faults.length, 0),
  };
  await database.close();
  const of = (status: ActionStatus): number => rows.filter((row) => row.status === status).length;
  console.log(
    `${kills} kills, ${restarts} restarts of PostgreSQL; ${acknowledged.size} proposals acknowledged, ` +
      `${of("executed")} executed, ${of("outcome_unknown")} outcome unknown`,
  );
  for (const [what, count] of Object.entries(report)) console.log(`${count === 0 ? "ok   " : "FAULT"} ${what}: ${count}`);
  for (const { error } of rows.filter(({ status }) => status === "failed").slice(0, 3))
    console.log(`      failed with ${error}`);
  for (const words of thrown.slice(0, 3)) console.log(`      given up with ${words}`);
  return Object.values(report).filter((count) => count > 0).length;
}
