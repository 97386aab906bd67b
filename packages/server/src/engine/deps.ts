import type { Database } from "../store/database.ts";
import type { Checks } from "../ports/checks.ts";
import type { Log } from "../ports/log.ts";
import type { BatchedStatements } from "./batched-statements.ts";
import type { Registry } from "./registry.ts";
import type { UnreachedClaims } from "./execution/unreached-claims.ts";

export interface EngineSettings {
  /** Time without a heartbeat after which an execution counts as lost. */
  leaseSeconds: number;
  /** Handlers that this process runs concurrently. */
  concurrency: number;
  /** Interval between two sweeps for lost leases and expired lifetimes. */
  sweepSeconds: number;
  /** Targets of pending actions that are checked each second. */
  targetLooksPerSecond: number;
  /** Soft cap on pending actions per agent. The count is cached, so it may be exceeded slightly. */
  maxPendingPerAgent: number;
  /** Calls of one agent that this process holds open at once. */
  maxHeldPerAgent: number;
  /** Minimum time between two recorded changes of one target. */
  targetQuietSeconds: number;
  /** Worker threads of this process for checks that may take long. */
  checkThreads: number;
  /** A check that takes longer is killed, which counts against the call. */
  checkMilliseconds: number;
}

export const DEFAULT_SETTINGS: EngineSettings = {
  leaseSeconds: 30,
  concurrency: 16,
  sweepSeconds: 1,
  targetLooksPerSecond: 50,
  maxPendingPerAgent: 20_000,
  maxHeldPerAgent: 200,
  targetQuietSeconds: 10,
  checkThreads: 2,
  checkMilliseconds: 1000,
};

export interface EngineDeps {
  database: Database;
  /** Batched statements of the hot path, shared by concurrent calls. */
  batched: BatchedStatements;
  /** Batched statements over `database.urgent`, for what must not wait and nothing else. */
  urgent: Pick<BatchedStatements, "find" | "transition">;
  registry: Registry;
  checks: Checks;
  settings: EngineSettings;
  log: Log;
  unreached: UnreachedClaims;
  /** Wakes the executor. Cheap; call after every approval. */
  wakeExecutor: () => void;
}
