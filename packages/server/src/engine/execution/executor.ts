import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Attempt, Failure } from "@countersign/protocol";
import { approvedBy } from "../../core/authorize.ts";
import { isDatabaseFault, isDatabaseUnavailable } from "../../core/database-fault.ts";
import {
  AnsweredFailure,
  NotStarted,
  OutcomeUnknown,
  scopeOf,
  ToolFailure,
  type ExecutionContext,
  type LookupResult,
} from "../../ports/tool.ts";
import {
  claimActions,
  type ClaimAnswer,
  type ClaimedRow,
  type Judgement,
  type RunRow,
} from "../../store/statements/claim-actions.ts";
import {
  extendLease,
  finishExecution,
  recordLateReport,
  type ClaimKey,
  type Ending,
} from "../../store/statements/finish-execution.ts";
import { findStops } from "../../store/statements/emergency-stop.ts";
import type { Actor } from "../../store/statements/row.ts";
import { claimInRounds } from "./claim-in-rounds.ts";
import { verifyClaim, type Claimed } from "./claimed.ts";
import type { EngineDeps } from "../deps.ts";
import { endAfterLoss } from "./end-after-loss.ts";
import { failpoint } from "../failpoint.ts";
import { keepWhole } from "../actions/kept-results.ts";
import { endingResult, storableFailure, storableResult, storableText } from "./lease.ts";

export interface Executor {
  start(): void;
  wake(): void;
  /** Requests abort of a workspace's running handlers, for an emergency stop. */
  stopRunning(workspaceId: string): void;
  /** Stops claiming and waits up to `graceSeconds` for running handlers. The rest are aborted and recovered by their leases. */
  stop(graceSeconds: number): Promise<void>;
}

const POLL_MS = 500;
/** Abort reason of an emergency stop. */
const EMERGENCY = "emergency stop";
const LATE = "the tool's time was over";
/** Replaces a database's error message, which may hold values and means nothing to an agent. */
const REFUSED_STATEMENT = "The tool failed in this server's database. The server's log says why.";
/** A handler that ignores its abort loses its lease after this; then its effect class decides what happens. */
const STOP_GRACE_MS = 5000;
/** Maximum backoff between two attempts to record an ending. */
const MAX_PAUSE_MS = 2000;

interface Running {
  key: ClaimKey;
  /** The one signal that ends a run. Its reasons are stored separately, since more than one may occur. */
  abort: AbortController;
  /** Why the run was aborted, whether or not its time was over before. */
  cutOff?: "emergency" | "other";
  isLate: boolean;
  /** The handler was called. Before that nothing can have taken effect. */
  hasStarted: boolean;
  /** On the clock of `performance.now()`, in milliseconds. */
  deadline: number;
  done: Promise<void>;
}

/**
 * Runs approved actions whose handlers live in this process. Each claim reaches its handler at most once. The executor polls
 * after approvals by this process and otherwise twice a second: polling after every change cost each proposal a statement.
 */
export function createExecutor(deps: Omit<EngineDeps, "wakeExecutor">, name: string): Executor {
  const { database, batched, registry, settings, log, unreached } = deps;
  const by: Actor = { kind: "system", id: "executor", name };
  const running = new Map<string, Running>();
  let stopped = true;
  let claiming: Promise<void> | undefined;
  let again = false;
  /** The last claim left actions for lack of slots, so the next free slot claims again; otherwise it would poll in vain. */
  let mayBeMore = false;
  let timers: NodeJS.Timeout[] = [];
  let beating: Promise<void> | undefined;
  /** The last heartbeat has not completed. */
  let isBehind = false;

  function wake(): void {
    if (stopped) return;
    if (claiming) {
      again = true;
      return;
    }
    // Approvals of one batched statement wake the executor one by one in one event loop iteration; one claim takes them all.
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
    // Must come first: nothing more is claimed while unreached claims cannot be given back.
    await unreached.giveBack();
    for await (const rows of claimInRounds(database.kysely, claimOnce)) {
      if (rows.length > 0) failpoint("claim.committed");
      for (const row of rows) startRun(row);
      mayBeMore ||= rows[0]?.leavesMore ?? false;
    }
    // A slot that became free during the claim was not counted.
    if (mayBeMore && running.size < settings.concurrency) again = true;
  }

  async function claimOnce(judged: readonly Judgement[]): Promise<ClaimAnswer<RunRow>> {
    const limit = settings.concurrency - running.size - unreached.size;
    mayBeMore = limit <= 0;
    if (limit <= 0) return { rows: [], unjudged: [] };
    const run = randomUUID();
    const asked = { source: registry.sources(), limit, leaseSeconds: settings.leaseSeconds, by, run, judged };
    return claimActions(database.kysely, asked).catch((error: unknown) => {
      // The claim may have been committed and only its response lost.
      unreached.addRun(run);
      throw error;
    });
  }

  /** Runs a claimed action's handler until it ends or its time is over. Does nothing for an action that the claim ended. */
  function startRun(row: RunRow): void {
    database.notify(row.workspaceId);
    if (row.claimId === null) return;
    const key = { workspaceId: row.workspaceId, actionId: row.id, claimId: row.claimId };
    const run: Running = {
      key,
      abort: new AbortController(),
      deadline: performance.now() + timeoutMs(row) + STOP_GRACE_MS,
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
      .catch((error: unknown) => log("error", "an execution could not be recorded", { actionId: row.id, error: String(error) }))
      .finally(() => {
        clearTimeout(late);
        running.delete(key.claimId);
        if (mayBeMore) wake();
      });
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
      approvedBy: approvedBy(row),
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
    // Aborted by shutdown: how far the handler came is unknown, so the lease expires and the effect class decides.
    if (ending?.outcome === "failed" && run.cutOff && stopped) await recordLateReport(database.kysely, key, by, ending);
    else if (ending) await record(key, endAfterLoss(row, ending));
    failpoint("finish.committed");
  }

  /**
   * A fault of this server says nothing about the call, so the call must not end as failed. What has not started, or was rolled
   * back, is given back; the rest is left to its lease, after which the effect class decides.
   */
  function leave(row: RunRow, run: Running, error: unknown): void {
    const isUntouched = !run.hasStarted || row.effect === "transactional" || error instanceof NotStarted;
    if (isUntouched) unreached.add(run.key);
    log("warn", isUntouched ? "a claim is given back" : "an execution is left to its lease", {
      actionId: row.id,
      error: String(error),
    });
  }

  /** Runs the handler and returns its ending; undefined if the run itself recorded that. */
  async function attempt(claimed: Claimed, run: Running, context: ExecutionContext): Promise<Ending | undefined> {
    const { row } = claimed;
    const earlier = row.effect === "reconcilable" && row.attempt > 1 ? await lookUp(claimed, context) : undefined;
    if (earlier?.happened === true) return { outcome: "executed", result: storableResult(earlier.result) };
    if (earlier?.happened === "unknown") {
      // Only a person can settle this. Letting the lease expire would repeat the same lookup.
      return { outcome: "lost", note: "An earlier attempt was cut off, and what it did can not be found out." };
    }
    // An idempotent retry may meet the target as a cut-off attempt left it, so its version may differ. An attempt that failed
    // by itself left the target alone; a change since then is somebody else's and must not be overwritten.
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

  /** A failed lookup does not prove that the earlier attempt had no effect, so the outcome stays unknown. */
  async function lookUp(claimed: Claimed, context: ExecutionContext): Promise<LookupResult> {
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
  async function checkTarget({ row, input }: Claimed): Promise<void> {
    if (row.target === null) return;
    const refused = (error: unknown): never => {
      // The tool described this very input before, so a refusal now is about the target.
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
      // The transaction can still be rolled back.
      context.signal.throwIfAborted();
      failpoint("run.handled");
      const row = await finishExecution(trx, key, by, { outcome: "executed", ...endingResult(result) });
      // Rolls back the handler's writes as well: another attempt owns the action now.
      if (!row) throw new Error("the claim was lost");
    });
    database.notify(key.workspaceId);
  }

  /**
   * Retries without limit while the database is unavailable, since what the handler did must not end as its opposite; after
   * other faults until the lease is over. If the lease expired meanwhile, the ending becomes a late report.
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
    const row = await batched.finish({ claim: key, by, ending: safe });
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

  /** Starts a heartbeat. A failed one is retried once the database answers: at the next interval the lease may be over. */
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

  /** Looks for emergency stops made through another process; queries only while something runs here. */
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

/** Whether the error is a fault of this server, neither the handler's nor its target's. */
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
