import { setTimeout as sleep } from "node:timers/promises";
import type { ClaimedRow, RunRow } from "../../store/statements/claim-actions.ts";
import { findStops } from "../../store/statements/emergency-stop.ts";
import { extendLease } from "../../store/statements/finish-execution.ts";
import { runClaimed } from "./run-claimed.ts";
import { cutOff, type Run, type RunDeps } from "./run.ts";

/** The executions of this process: their time, their leases, and their end when everything is stopped. */
export interface Running {
  count(): number;
  /** Runs a claimed action's handler until it ends or its time is over. Does nothing for an action that the claim ended. */
  start(row: RunRow): void;
  /** Extends every lease. A failed attempt is repeated by `beatAgain` once the database answers. */
  beat(): void;
  /** Repeats a heartbeat that has not completed: at the next interval the lease may be over. */
  beatAgain(): void;
  /** Requests abort of a workspace's running handlers, for an emergency stop. */
  stopWorkspace(workspaceId: string): void;
  /** Looks for emergency stops made through another process; queries only while something runs here. */
  lookForStops(): Promise<void>;
  /** Waits up to `graceSeconds` for running handlers and aborts the rest. */
  end(graceSeconds: number): Promise<void>;
}

const LATE = "the tool exceeded its time limit";
/** A handler that ignores its abort loses its lease after this; then its effect class decides what happens. */
const STOP_GRACE_MS = 5000;
/** A handler without a lease is aborted after this, even if it is still unknown whether an emergency stop ended the lease. */
const LOOK_MS = 1000;

/** `onFree` is called whenever a run ends. */
export function createRunning(deps: RunDeps, onFree: () => void): Running {
  const { database, settings, log } = deps;
  const running = new Map<string, { run: Run; done: Promise<void> }>();
  let beating: Promise<void> | undefined;
  /** The last heartbeat has not completed. */
  let isBehind = false;

  async function extendAll(): Promise<void> {
    isBehind = true;
    for (const { run } of running.values()) {
      const { key, deadline } = run;
      if (performance.now() > deadline) {
        running.delete(key.claimId);
        cutOff(run, "other");
      } else if (!(await extendLease(database.urgent, key, settings.leaseSeconds)) && running.has(key.claimId)) {
        // An emergency stop ends the lease, too; the handler is told of that, if the database answers soon.
        const soon = sleep(LOOK_MS, undefined, { ref: false });
        await Promise.race([lookForStops(), soon]).finally(() => cutOff(run, "other"));
      }
    }
    isBehind = false;
  }

  function beat(): void {
    beating ??= extendAll()
      .catch((error: unknown) => log("warn", "a heartbeat failed", { error: String(error) }))
      .finally(() => (beating = undefined));
  }

  function stopWorkspace(workspaceId: string): void {
    for (const { run } of running.values()) {
      if (run.key.workspaceId !== workspaceId || run.cutOff) continue;
      run.deadline = performance.now() + STOP_GRACE_MS;
      cutOff(run, "emergency");
    }
  }

  async function lookForStops(): Promise<void> {
    const workspaceIds = [...new Set([...running.values()].map(({ run }) => run.key.workspaceId))];
    if (workspaceIds.length === 0) return;
    for (const stop of await findStops(database.urgent, workspaceIds)) stopWorkspace(stop.workspaceId);
  }

  return {
    count: () => running.size,
    start(row) {
      database.notify(row.workspaceId);
      if (row.claimId === null) return;
      const key = { workspaceId: row.workspaceId, actionId: row.id, claimId: row.claimId };
      const deadline = performance.now() + timeoutMs(row) + STOP_GRACE_MS;
      const run: Run = { key, abort: new AbortController(), deadline, isLate: false, hasStarted: false };
      const late = setTimeout(() => endLate(run), timeoutMs(row)).unref();
      const entry = { run, done: Promise.resolve() };
      running.set(key.claimId, entry);
      entry.done = runClaimed(deps, row, run)
        .catch((error: unknown) =>
          log("error", "an execution could not be recorded", { actionId: row.id, error: String(error) }),
        )
        .finally(() => {
          clearTimeout(late);
          running.delete(key.claimId);
          onFree();
        });
    },
    beat,
    beatAgain() {
      if (isBehind) beat();
    },
    stopWorkspace,
    lookForStops,
    async end(graceSeconds) {
      const all = Promise.allSettled([...running.values()].map(({ done }) => done));
      const grace = new Promise((resolve) => setTimeout(resolve, graceSeconds * 1000).unref());
      await Promise.race([all, grace]);
      for (const { run } of running.values()) cutOff(run, "other");
    },
  };
}

function endLate(run: Run): void {
  run.isLate = true;
  run.abort.abort(new DOMException(LATE, "TimeoutError"));
}

const timeoutMs = (row: ClaimedRow): number => (row.timeoutSeconds ?? 300) * 1000;
