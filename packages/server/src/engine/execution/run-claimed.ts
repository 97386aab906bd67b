import { sql } from "kysely";
import type { Attempt } from "@countersign/protocol";
import { approvedBy } from "../../core/authorize.ts";
import { isDatabaseFault, isDatabaseUnavailable } from "../../core/database-fault.ts";
import { NotStarted, scopeOf, ToolFailure, type ExecutionContext, type LookupResult } from "../../ports/tool.ts";
import type { RunRow } from "../../store/statements/claim-actions.ts";
import { finishExecution, recordLateReport, type ClaimKey, type Ending } from "../../store/statements/finish-execution.ts";
import { failpoint } from "../failpoint.ts";
import { verifyClaim, type Claimed } from "./claimed.ts";
import { endAfterLoss } from "./end-after-loss.ts";
import { endingResult, storableResult } from "./lease.ts";
import { finish, recordEnding } from "./record-ending.ts";
import type { Run, RunDeps } from "./run.ts";
import { toEnding } from "./to-ending.ts";

/** Runs the handler of a claimed action, and records how it ended. */
export async function runClaimed(deps: RunDeps, row: RunRow, run: Run): Promise<void> {
  const { key } = run;
  const claimed = verifyClaim(row);
  if (!claimed) {
    const error = { code: "invalid", message: "The stored call is not the approved one. Nothing ran." } as const;
    await finish(deps, key, endAfterLoss(row, { outcome: "failed", error }));
    return;
  }
  const context = contextOf(row, run);
  let ending: Ending | undefined;
  try {
    ending = await attempt(deps, claimed, run, context);
  } catch (error) {
    if (isOurs(error)) return leave(deps, row, run, error);
    if (isDatabaseFault(error)) deps.log("error", "the database refused a statement of a tool", { actionId: row.id, error });
    ending = toEnding(error, run);
  }
  // Aborted by shutdown: how far the handler came is unknown, so the lease expires and the effect class decides.
  if (ending?.outcome === "failed" && run.cutOff && deps.isStopped())
    await recordLateReport(deps.database.kysely, key, deps.by, ending);
  else if (ending) await recordEnding(deps, key, endAfterLoss(row, ending));
  failpoint("finish.committed");
}

/**
 * A fault of this server says nothing about the call, so the call must not end as failed. What has not started, or was rolled
 * back, is given back; the rest is left to its lease, after which the effect class decides.
 */
function leave({ unreached, log }: RunDeps, row: RunRow, run: Run, error: unknown): void {
  const isUntouched = !run.hasStarted || row.effect === "transactional" || error instanceof NotStarted;
  if (isUntouched) unreached.add(run.key);
  log("warn", isUntouched ? "a claim is given back" : "an execution is left to its lease", {
    actionId: row.id,
    error: String(error),
  });
}

/** Runs the handler and returns its ending; undefined if the run itself recorded that. */
async function attempt(deps: RunDeps, claimed: Claimed, run: Run, context: ExecutionContext): Promise<Ending | undefined> {
  const { row } = claimed;
  const earlier = row.effect === "reconcilable" && row.attempt > 1 ? await lookUp(deps, claimed, context) : undefined;
  if (earlier?.happened === true) return { outcome: "executed", result: storableResult(earlier.result) };
  if (earlier?.happened === "unknown") {
    // Only a person can settle this. Letting the lease expire would repeat the same lookup.
    return { outcome: "lost", note: "An earlier attempt was interrupted, and its outcome is unknown." };
  }
  // An idempotent retry may meet the target as a cut-off attempt left it, so its version may differ. An attempt that failed
  // by itself left the target alone; a change since then is somebody else's and must not be overwritten.
  if (row.effect !== "idempotent" || !row.attempts.some(wasCutOff)) await checkTarget(deps, claimed);
  failpoint("run.verified");
  if (row.effect === "transactional") {
    await runInTransaction(deps, claimed, run.key, context);
    return undefined;
  }
  run.hasStarted = true;
  const result = await deps.registry.run(claimed, context);
  failpoint("run.handled");
  return { outcome: "executed", ...endingResult(result) };
}

/** A failed lookup does not prove that the earlier attempt had no effect, so the outcome stays unknown. */
async function lookUp({ registry, log }: RunDeps, claimed: Claimed, context: ExecutionContext): Promise<LookupResult> {
  try {
    return await registry.lookup(claimed, context);
  } catch (error) {
    if (isOurs(error)) throw error;
    log("warn", "a look-up failed", { actionId: claimed.row.id, error: String(error) });
    return { happened: "unknown" };
  }
}

/**
 * Compares the target's version right before the handler; a handler with compare-and-set checks again in its own write.
 * Reading the target suffices if the tool can: the same input over the same version was described at approval.
 */
async function checkTarget({ registry }: RunDeps, { row, input }: Claimed): Promise<void> {
  if (row.target === null) return;
  const refused = (error: unknown): never => {
    // The tool described this very input before, so a refusal now is about the target.
    if (error instanceof ToolFailure && error.code !== "forbidden")
      throw new ToolFailure("stale", `The target changed after the proposal: ${error.message}`);
    throw error;
  };
  const read = await registry.readTarget(row, row.target, scopeOf(row)).catch(refused);
  const now = read ? { ...read, target: row.target } : await registry.describe(row, input, scopeOf(row)).catch(refused);
  if ((now.target ?? null) !== row.target || (now.snapshot ?? null) !== row.snapshot) {
    throw new ToolFailure("stale", "The target changed after the proposal. Nothing was written.");
  }
}

/** The handler's writes and the ending are committed together. */
async function runInTransaction(deps: RunDeps, claimed: Claimed, key: ClaimKey, context: ExecutionContext): Promise<void> {
  const { database, registry, by } = deps;
  await database.kysely.transaction().execute(async (trx) => {
    const query = async (text: string, parameters: readonly unknown[]) =>
      (await trx.executeQuery<Record<string, unknown>>(rawQuery(text, parameters))).rows;
    const result = await registry.run(claimed, { ...context, transaction: { query } });
    // The transaction can still be rolled back.
    context.signal.throwIfAborted();
    failpoint("run.handled");
    const row = await finishExecution(trx, key, by, { outcome: "executed", ...endingResult(result) });
    // Rolls back the handler's writes as well: another attempt owns the action now.
    if (!row) throw new Error("the claim was lost");
  });
  database.notify(key.workspaceId);
}

const contextOf = (row: RunRow, { abort }: Run): ExecutionContext => ({
  workspaceId: row.workspaceId,
  proposedBy: scopeOf(row).by,
  approvedBy: approvedBy(row),
  actionId: row.id,
  idempotencyKey: `act_${row.id}`,
  attempt: row.attempt,
  target: row.target,
  snapshot: row.snapshot,
  toolHash: row.toolHash,
  signal: abort.signal,
});

const wasCutOff = ({ outcome, error }: Attempt): boolean => outcome === "lost" || error?.code === "timeout";

const rawQuery = (text: string, parameters: readonly unknown[]) => ({
  query: sql`select`.toOperationNode(),
  queryId: { queryId: "transactional-handler" },
  sql: text,
  parameters,
});

/** Whether the error is a fault of this server, neither the handler's nor its target's. */
const isOurs = (error: unknown): boolean => error instanceof NotStarted || isDatabaseUnavailable(error);
