import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Attempt, Failure } from "@countersign/protocol";
import { isDatabaseFault, isDatabaseUnavailable } from "../core/database-fault.ts";
import {
  AnsweredFailure,
  NotStarted,
  OutcomeUnknown,
  scopeOf,
  ToolFailure,
  type ExecutionContext,
  type LookupAnswer,
} from "../core/tool-port.ts";
import { claimActions, type ClaimedRow, type RunRow } from "../store/statements/claim-actions.ts";
import {
  extendLease,
  finishExecution,
  recordLateReport,
  type ClaimKey,
  type Ending,
} from "../store/statements/finish-execution.ts";
import { findStops } from "../store/statements/emergency-stop.ts";
import type { Actor } from "../store/statements/row.ts";
import { verifyClaim, type Claimed } from "./claimed.ts";
import type { EngineDeps } from "./deps.ts";
import { endAfterLoss } from "./end-after-loss.ts";
import { failpoint } from "./failpoint.ts";
import { keepWhole } from "./kept-results.ts";
import { endingResult, storableFailure, storableResult, storableText } from "./lease.ts";

export interface Executor {
  start(): void;
  wake(): void;
  /** Tells what runs of a workspace to stop, as an emergency stop wants it. */
  stopRunning(workspaceId: string): void;
  /** Claims nothing more and waits for what runs, at most so long; what is cut off is recovered by its lease. */
  stop(graceSeconds: number): Promise<void>;
}

const POLL_MS = 500;
/** Why a handler is told to stop when everything is. */
const EMERGENCY = "emergency stop";
const LATE = "the tool's time was over";
/** A database's own words may hold values, and mean nothing to an agent. */
const REFUSED_STATEMENT = "The tool failed in this server's database. The server's log says why.";
/** A handler that was told to stop and does not loses its lease after this; then its effect class says what happens. */
const STOP_GRACE_MS = 5000;
/** Between two tries to record an ending. */
const MAX_PAUSE_MS = 2000;

interface Running {
  key: ClaimKey;
  /** One signal for all that ends a run; the reasons are kept beside it, as more than one may come. */
  abort: AbortController;
  /** Why it is cut off, whether or not its time was over before. */
  cutOff?: "emergency" | "other";
  isLate: boolean;
  /** The handler was called; before that nothing can have taken effect. */
  hasStarted: boolean;
  /** On the clock of `performance.now()`. */
  deadline: number;
  done: Promise<void>;
}

/**
 * Runs approved actions whose handlers live in this process. Each claim reaches its handler at most once. It looks when this
 * process approved something and otherwise twice a second: to look after every change anywhere cost each proposal a statement.
 */
export function createExecutor(deps: Omit<EngineDeps, "wakeExecutor">, name: string): Executor {
  const { database, gathered, registry, settings, log, unreached } = deps;
  const by: Actor = { kind: "system", id: "executor", name };
  const running = new Map<string, Running>();
  let stopped = true;
  let claiming: Promise<void> | undefined;
  let again = false;
  /** The last claim left work behind for want of room, so the next free place looks again; else it would ask in vain. */
  let mayBeMore = false;
  let timers: NodeJS.Timeout[] = [];
  let beating: Promise<void> | undefined;
  /** The last heartbeat did not come to its end. */
  let isBehind = false;

  function wake(): void {
    if (stopped) return;
    if (claiming) {
      again = true;
      return;
    }
    // Approvals that were written together wake it one by one in the same turn, and one claim takes them all.
    claiming = new Promise((resolve) => setImmediate(resolve))
      .then(() => {
        again = false;
        return claimAndRun();
      })
      .catch((error: unknown) => log("error", "claiming failed", { error: String(error) }))
      .finally(() => {
        claiming = undefined;
        if (again) wake();
      });
  }

  async function claimAndRun(): Promise<void> {
    // First: nothing more is claimed while what was claimed in vain cannot be given back.
    await unreached.giveBack();
    const limit = settings.concurrency - running.size - unreached.size;
    mayBeMore = limit <= 0;
    if (limit <= 0) return;
    const run = randomUUID();
    const asked = { source: registry.sources(), limit, leaseSeconds: settings.leaseSeconds, by, run };
    const rows = await claimActions(database.kysely, asked).catch((error: unknown) => {
      // It may have been committed and only its answer lost.
      unreached.addRun(run);
      throw error;
    });
    if (rows.length === 0) return;
    failpoint("claim.committed");
    for (const row of rows) {
      database.notify(row.workspaceId);
      if (row.claimId === null) continue;
      const key = { workspaceId: row.workspaceId, actionId: row.id, claimId: row.claimId };
      const deadline = performance.now() + timeoutMs(row) + STOP_GRACE_MS;
      const run: Running = {
        key,
        abort: new AbortController(),
        deadline,
        isLate: false,
        hasStarted: false,
        done: Promise.resolve(),
      };
      const late = setTimeout(() => {
        run.isLate = true;
        run.abort.abort(new DOMException(LATE, "TimeoutError"));
      }, timeoutMs(row)).unref();
      running.set(key.claimId, run);
      run.done = runOne(row, run)
        .catch((error: unknown) =>
          log("error", "an execution could not be recorded", { actionId: row.id, error: String(error) }),
        )
        .finally(() => {
          clearTimeout(late);
          running.delete(key.claimId);
          if (mayBeMore) wake();
        });
    }
    mayBeMore = rows[0]?.leavesMore ?? false;
    // A place that became free while we asked was not counted.
    if (mayBeMore && running.size < settings.concurrency) again = true;
  }

  async function runOne(row: RunRow, run: Running): Promise<void> {
    const { key } = run;
    const claimed = verifyClaim(row);
    if (!claimed) {
      const error = { code: "invalid", message: "What was stored is not what was approved; nothing ran." } as const;
      await finish(key, endAfterLoss(row, { outcome: "failed", error }));
      return;
    }
    const context: ExecutionContext = {
      workspaceId: row.workspaceId,
      proposedBy: scopeOf(row).by,
      approvedBy: row.approvedBy,
      actionId: row.id,
      idempotencyKey: `act_${row.id}`,
      attempt: row.attempt,
      target: row.target,
      snapshot: row.snapshot,
      toolHash: row.toolHash,
      signal: run.abort.signal,
    };
    let ending: Ending | undefined;
    try {
      ending = await attempt(claimed, run, context);
    } catch (error) {
      if (isOurs(error)) return leave(row, run, error);
      if (isDatabaseFault(error)) log("error", "the database refused a statement of a tool", { actionId: row.id, error });
      ending = toEnding(error, whyTold(run));
    }
    // Cut off by the end of this process: nobody knows how far it came, so its lease runs out and its effect class says.
    if (ending?.outcome === "failed" && run.cutOff && stopped) await recordLateReport(database.kysely, key, by, ending);
    else if (ending) await record(key, endAfterLoss(row, ending));
    failpoint("finish.committed");
  }

  /**
   * A fault of ours says nothing of the call, so it must not end as failed. What has not started, or was rolled back, is given
   * back; the rest is left to its lease, after which its effect class says what happens.
   */
  function leave(row: RunRow, run: Running, error: unknown): void {
    const isUntouched = !run.hasStarted || row.effect === "transactional" || error instanceof NotStarted;
    if (isUntouched) unreached.add(run.key);
    log("warn", isUntouched ? "a claim is given back" : "an execution is left to its lease", {
      actionId: row.id,
      error: String(error),
    });
  }

  /** Runs the handler and says how it ended; `undefined` where the run itself recorded that. */
  async function attempt(claimed: Claimed, run: Running, context: ExecutionContext): Promise<Ending | undefined> {
    const { row } = claimed;
    const earlier = row.effect === "reconcilable" && row.attempt > 1 ? await lookUp(claimed, context) : undefined;
    if (earlier?.happened === true) return { outcome: "executed", result: storableResult(earlier.result) };
    if (earlier?.happened === "unknown") {
      // Only a person can tell. Letting the lease end would ask the same question again.
      return { outcome: "lost", note: "An earlier attempt was cut off, and what it did can not be found out." };
    }
    // A repeat with the same key may meet the target as an attempt that was cut off left it. One that failed by itself left
    // it alone: whoever changed it since must not be written over.
    if (row.effect !== "idempotent" || !row.attempts.some(wasCutOff)) await checkTarget(claimed);
    failpoint("run.verified");
    if (row.effect === "transactional") {
      await runInTransaction(claimed, run.key, context);
      return undefined;
    }
    run.hasStarted = true;
    const result = await registry.run(claimed, context);
    failpoint("run.handled");
    return { outcome: "executed", ...endingResult(result) };
  }

  /** A look-up that fails has found out nothing; it is no proof that the earlier attempt did not happen. */
  async function lookUp(claimed: Claimed, context: ExecutionContext): Promise<LookupAnswer> {
    try {
      return await registry.lookup(claimed, context);
    } catch (error) {
      if (isOurs(error)) throw error;
      log("warn", "a look-up failed", { actionId: claimed.row.id, error: String(error) });
      return { happened: "unknown" };
    }
  }

  /**
   * The target once more, right before the handler; a handler with compare-and-set looks again in its own write. Reading the
   * target is enough where the tool can: the same input over the same version was described when it was approved.
   */
  async function checkTarget({ row, input }: Claimed): Promise<void> {
    if (row.target === null) return;
    const refused = (error: unknown): never => {
      // It described this very input before, so what it refuses now is the target.
      if (error instanceof ToolFailure && error.code !== "forbidden")
        throw new ToolFailure("stale", `The target changed after it was proposed: ${error.message}`);
      throw error;
    };
    const read = await registry.readTarget(row, row.target, scopeOf(row)).catch(refused);
    const now = read ? { ...read, target: row.target } : await registry.describe(row, input, scopeOf(row)).catch(refused);
    if ((now.target ?? null) !== row.target || (now.snapshot ?? null) !== row.snapshot) {
      throw new ToolFailure("stale", "The target changed after it was proposed; nothing was written.");
    }
  }

  async function runInTransaction(claimed: Claimed, key: ClaimKey, context: ExecutionContext): Promise<void> {
    await database.kysely.transaction().execute(async (trx) => {
      const query = async (text: string, parameters: readonly unknown[]) =>
        (await trx.executeQuery<Record<string, unknown>>(rawQuery(text, parameters))).rows;
      const result = await registry.run(claimed, { ...context, transaction: { query } });
      // It can still be taken back, so it is.
      context.signal.throwIfAborted();
      failpoint("run.handled");
      const row = await finishExecution(trx, key, by, { outcome: "executed", ...endingResult(result) });
      // Rolls the handler's writes back with it: another attempt owns the action now.
      if (!row) throw new Error("the claim was lost");
    });
    database.notify(key.workspaceId);
  }

  /**
   * Told again while the database does not answer, however long that takes: what the handler did stays true, and must not end as its
   * opposite. Where the lease ran out meanwhile it is a late report.
   */
  async function record(key: ClaimKey, ending: Ending): Promise<void> {
    const end = performance.now() + settings.leaseSeconds * 1000;
    for (let pauseMs = 100; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
      try {
        return await finish(key, await keepWhole(deps, key, ending));
      } catch (error) {
        const isLate = performance.now() + pauseMs > end;
        if (stopped || (isLate && !isDatabaseUnavailable(error))) throw error;
        log("warn", "an ending is told again", { actionId: key.actionId, error: String(error) });
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
  }

  async function finish(key: ClaimKey, ending: Ending): Promise<void> {
    const safe: Ending = ending.outcome === "failed" ? { ...ending, error: storableFailure(ending.error) } : ending;
    const row = await gathered.finish({ claim: key, by, ending: safe });
    if (!row) await recordLateReport(database.kysely, key, by, safe);
    database.notify(key.workspaceId);
  }

  async function heartbeat(): Promise<void> {
    isBehind = true;
    for (const run of running.values()) {
      const { key, deadline } = run;
      if (performance.now() > deadline) {
        running.delete(key.claimId);
        cutOff(run, "other");
      } else if (!(await extendLease(database.urgent, key, settings.leaseSeconds)) && running.has(key.claimId))
        cutOff(run, "other");
    }
    isBehind = false;
  }

  /** A beat that failed is made up for as soon as the database answers, not when the next is due: by then the lease may be over. */
  function beat(): void {
    beating ??= heartbeat()
      .catch((error: unknown) => log("warn", "a heartbeat failed", { error: String(error) }))
      .finally(() => (beating = undefined));
  }

  function stopRunning(workspaceId: string): void {
    for (const one of running.values()) {
      if (one.key.workspaceId !== workspaceId || one.cutOff) continue;
      one.deadline = performance.now() + STOP_GRACE_MS;
      cutOff(one, "emergency");
    }
  }

  /** Another process may have been told; asked only while something runs here. */
  async function lookForStops(): Promise<void> {
    const workspaceIds = [...new Set([...running.values()].map(({ key }) => key.workspaceId))];
    if (workspaceIds.length === 0) return;
    for (const stop of await findStops(database.urgent, workspaceIds)) stopRunning(stop.workspaceId);
  }

  return {
    wake,
    stopRunning,
    start() {
      stopped = false;
      const look = (): void => {
        if (isBehind) beat();
        void lookForStops().catch((error: unknown) => log("warn", "a look for stops failed", { error: String(error) }));
      };
      timers = [setInterval(wake, POLL_MS), setInterval(look, POLL_MS), setInterval(beat, (settings.leaseSeconds * 1000) / 3)];
      wake();
    },
    async stop(graceSeconds) {
      stopped = true;
      await claiming;
      const all = Promise.allSettled([...running.values()].map(({ done }) => done));
      const grace = new Promise((resolve) => setTimeout(resolve, graceSeconds * 1000).unref());
      await Promise.race([all, grace]);
      for (const run of running.values()) cutOff(run, "other");
      for (const timer of timers) clearInterval(timer);
      await unreached.giveBackAll().catch((error: unknown) => log("warn", "claims are left to their leases", { error }));
    },
  };
}

const wasCutOff = ({ outcome, error }: Attempt): boolean => outcome === "lost" || error?.code === "timeout";

const timeoutMs = (row: ClaimedRow): number => (row.timeoutSeconds ?? 300) * 1000;

const rawQuery = (text: string, parameters: readonly unknown[]) => ({
  query: sql`select`.toOperationNode(),
  queryId: { queryId: "transactional-handler" },
  sql: text,
  parameters,
});

/** Neither the handler's fault nor its target's. */
const isOurs = (error: unknown): boolean => error instanceof NotStarted || isDatabaseUnavailable(error);

type Why = "stopped" | "late" | "other";

const whyTold = ({ cutOff: why, isLate }: Running): Why => (why === "emergency" ? "stopped" : isLate ? "late" : "other");

function cutOff(run: Running, why: "emergency" | "other"): void {
  run.cutOff ??= why;
  run.abort.abort(why === "emergency" ? EMERGENCY : undefined);
}

function toEnding(error: unknown, why: Why): Ending {
  if (error instanceof OutcomeUnknown) return { outcome: "lost", note: storableText(error.message) };
  const failure = storableFailure(toFailure(error, why));
  if (!(error instanceof AnsweredFailure)) return { outcome: "failed", error: failure };
  return { outcome: "failed", error: failure, ...endingResult(error.result) };
}

function toFailure(error: unknown, why: Why): Failure {
  if (why === "stopped") return { code: "timeout", message: "Everything was stopped; it was told to stop and gave up." };
  if (why === "late") return { code: "timeout", message: "The tool's time was over; it was told to stop and gave up." };
  if (error instanceof ToolFailure) return { code: error.code, message: error.message };
  if (isDatabaseFault(error)) return { code: "handler", message: REFUSED_STATEMENT };
  return { code: "handler", message: error instanceof Error ? error.message : String(error) };
}
