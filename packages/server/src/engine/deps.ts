import type { Database } from "../store/database.ts";
import type { Checks } from "./checks.ts";
import type { Gathered } from "./gathered.ts";
import type { Registry } from "./registry.ts";
import type { UnreachedClaims } from "./unreached-claims.ts";

export interface EngineSettings {
  /** How long an execution may be silent before it counts as lost. */
  leaseSeconds: number;
  /** How many handlers of this process run at once. */
  concurrency: number;
  /** How often lost leases and ended lifetimes are looked for. */
  sweepSeconds: number;
  /** How many targets of pending actions are looked at each second. */
  targetLooksPerSecond: number;
  /** Over this an agent's proposals are refused until people have decided; about, for it is not counted each time. */
  maxPendingPerAgent: number;
  /** Calls of one agent that this process holds at once. */
  maxHeldPerAgent: number;
  /** A target that keeps changing is told of once in this time. */
  targetQuietSeconds: number;
  /** Threads of this process for checks that may take long. */
  checkThreads: number;
  /** After this a check is killed, and the call refused. */
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

/** Where unexpected faults go; never action data, which could be a secret or a forgery. */
export type Log = (level: "info" | "warn" | "error", message: string, details?: Record<string, unknown>) => void;

export interface EngineDeps {
  database: Database;
  /** Its statements of the hot path, shared by calls that come together. */
  gathered: Gathered;
  /** The same over the connection for what must not wait, and shared by nothing else. */
  urgent: Pick<Gathered, "find" | "move">;
  registry: Registry;
  checks: Checks;
  settings: EngineSettings;
  log: Log;
  unreached: UnreachedClaims;
  /** Something may be due to run; cheap, called after every approval. */
  wakeExecutor: () => void;
}
