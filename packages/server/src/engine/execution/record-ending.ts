import { isDatabaseUnavailable } from "../../core/database-fault.ts";
import { recordLateReport, type ClaimKey, type Ending } from "../../store/statements/finish-execution.ts";
import { keepWhole } from "../actions/kept-results.ts";
import { storableFailure } from "./lease.ts";
import type { RunDeps } from "./run.ts";

/** Maximum backoff between two attempts to record an ending. */
const MAX_PAUSE_MS = 2000;

/**
 * Retries without limit while the database is unavailable, since what the handler did must not end as its opposite; after
 * other faults until the lease is over. If the lease expired meanwhile, the ending becomes a late report.
 */
export async function recordEnding(deps: RunDeps, key: ClaimKey, ending: Ending): Promise<void> {
  const end = performance.now() + deps.settings.leaseSeconds * 1000;
  for (let pauseMs = 100; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
    try {
      return await finish(deps, key, await keepWhole(deps, key, ending));
    } catch (error) {
      const isLate = performance.now() + pauseMs > end;
      if (deps.isStopped() || (isLate && !isDatabaseUnavailable(error))) throw error;
      deps.log("warn", "an ending is told again", { actionId: key.actionId, error: String(error) });
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

/** Records an ending once. If the claim was lost meanwhile, it becomes a late report. */
export async function finish(deps: RunDeps, key: ClaimKey, ending: Ending): Promise<void> {
  const { database, batched, by } = deps;
  const safe: Ending = ending.outcome === "failed" ? { ...ending, error: storableFailure(ending.error) } : ending;
  const row = await batched.finish({ claim: key, by, ending: safe });
  if (!row) await recordLateReport(database.kysely, key, by, safe);
  database.notify(key.workspaceId);
}
