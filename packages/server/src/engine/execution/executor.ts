import { randomUUID } from "node:crypto";
import { claimActions, type ClaimAnswer, type Judgement, type RunRow } from "../../store/statements/claim-actions.ts";
import type { EngineDeps } from "../deps.ts";
import { failpoint } from "../failpoint.ts";
import { claimInRounds } from "./claim-in-rounds.ts";
import type { RunDeps } from "./run.ts";
import { createRunning, type Running } from "./running.ts";

export interface Executor {
  start(): void;
  wake(): void;
  /** Requests abort of a workspace's running handlers, for an emergency stop. */
  stopRunning(workspaceId: string): void;
  /** Stops claiming and waits up to `graceSeconds` for running handlers. The rest are aborted and recovered by their leases. */
  stop(graceSeconds: number): Promise<void>;
}

const POLL_MS = 500;

/**
 * Runs approved actions whose handlers live in this process. Each claim reaches its handler at most once. The executor polls
 * after approvals by this process and otherwise twice a second: polling after every change cost each proposal a statement.
 */
export function createExecutor(base: Omit<EngineDeps, "wakeExecutor">, name: string): Executor {
  const { settings, log, unreached } = base;
  const deps: RunDeps = { ...base, by: { kind: "system", id: "executor", name }, isStopped: () => stopped };
  const running = createRunning(deps, () => claims.mayBeMore && wake());
  const claims = createClaims(deps, running);
  let stopped = true;
  let claiming: Promise<void> | undefined;
  let again = false;
  let timers: NodeJS.Timeout[] = [];

  function wake(): void {
    if (stopped) return;
    if (claiming) {
      again = true;
      return;
    }
    // Approvals of one batched statement wake the executor one by one in one event loop iteration; one claim takes them all.
    claiming = new Promise((resolve) => setImmediate(resolve))
      .then(async () => {
        again = false;
        await claims.claimAndRun();
        // A slot that became free during the claim was not counted.
        if (claims.mayBeMore && running.count() < settings.concurrency) again = true;
      })
      .catch((error: unknown) => log("error", "claiming failed", { error: String(error) }))
      .finally(() => {
        claiming = undefined;
        if (again) wake();
      });
  }

  return {
    wake,
    stopRunning: running.stopWorkspace,
    start() {
      stopped = false;
      const look = (): void => {
        running.beatAgain();
        void running.lookForStops().catch((error: unknown) => log("warn", "a look for stops failed", { error: String(error) }));
      };
      const beatMs = (settings.leaseSeconds * 1000) / 3;
      timers = [setInterval(wake, POLL_MS), setInterval(look, POLL_MS), setInterval(running.beat, beatMs)];
      wake();
    },
    async stop(graceSeconds) {
      stopped = true;
      await claiming;
      await running.end(graceSeconds);
      for (const timer of timers) clearInterval(timer);
      await unreached.giveBackAll().catch((error: unknown) => log("warn", "claims are left to their leases", { error }));
    },
  };
}

/** Claims as many actions as there are free slots, and starts them. */
function createClaims({ database, checks, registry, settings, unreached, by }: RunDeps, running: Running) {
  const claims = {
    /** The last claim left actions for lack of slots, so the next free slot claims again; otherwise it would poll in vain. */
    mayBeMore: false,

    async claimAndRun(): Promise<void> {
      // Must come first: nothing more is claimed while unreached claims cannot be given back.
      await unreached.giveBack();
      for await (const rows of claimInRounds({ database, checks }, claimOnce)) {
        if (rows.length > 0) failpoint("claim.committed");
        for (const row of rows) running.start(row);
        claims.mayBeMore ||= rows[0]?.leavesMore ?? false;
      }
    },
  };

  async function claimOnce(judged: readonly Judgement[]): Promise<ClaimAnswer<RunRow>> {
    const limit = settings.concurrency - running.count() - unreached.size;
    claims.mayBeMore = limit <= 0;
    if (limit <= 0) return { rows: [], unjudged: [] };
    const run = randomUUID();
    const asked = { source: registry.sources(), limit, leaseSeconds: settings.leaseSeconds, by, run, judged };
    return claimActions(database.kysely, asked).catch((error: unknown) => {
      // The claim may have been committed and only its response lost.
      unreached.addRun(run);
      throw error;
    });
  }
  return claims;
}
