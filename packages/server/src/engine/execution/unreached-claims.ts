import type { Database } from "../../store/database.ts";
import type { ClaimKey } from "../../store/statements/finish-execution.ts";
import { recordLateReport } from "../../store/statements/finish-execution.ts";
import { handBackClaims } from "../../store/statements/hand-back-claims.ts";
import type { Actor } from "../../store/statements/row.ts";

/** Execution claims that reached no handler because of a fault of this server. They are given back as soon as possible. */
export interface UnreachedClaims {
  /** Adds a claim whose handler has not started or was rolled back. */
  add(key: ClaimKey): void;
  /** Adds all claims of one statement, whose response may have been lost after its commit. */
  addRun(run: string): void;
  /** Number of claims and statements to be given back. */
  readonly size: number;
  /** Gives back what is due; throws while the database cannot write. */
  giveBack(): Promise<void>;
  /** Gives back everything now, due or not. */
  giveBackAll(): Promise<void>;
}

const NOTE = "An internal error occurred after the claim and before the handler. Nothing was executed.";
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5000;
/** Maximum number of actions whose give-backs are remembered; beyond that the backoffs start over. */
const MAX_REMEMBERED = 10_000;

/**
 * Repeated faults of an action increase the backoff before its claim, held meanwhile, is given back: otherwise an action that
 * no process can run would be claimed endlessly. `maxPauseMs` must be well below the lease.
 */
export function createUnreachedClaims({
  database,
  by,
  maxPauseMs,
}: {
  database: Database;
  by: Actor;
  maxPauseMs: number;
}): UnreachedClaims {
  const runs = new Set<string>();
  const claims = new Map<string, { key: ClaimKey; dueAt: number }>();
  /** Number of give-backs so far, by action. */
  const earlier = new Map<string, number>();

  async function giveBack(now: number): Promise<void> {
    const due = [...claims].filter(([, { dueAt }]) => dueAt <= now);
    const names = [...runs, ...due.map(([name]) => name)];
    if (names.length === 0) return;
    const given = await handBackClaims(database.urgent, names, by, NOTE);
    for (const name of names) runs.delete(name);
    for (const [name, { key }] of due) {
      claims.delete(name);
      const isBack = given.some(({ id, workspaceId }) => id === key.actionId && workspaceId === key.workspaceId);
      // The lease expired first: a person who settles the action should know that nothing had started.
      if (!isBack) await recordLateReport(database.kysely, key, by, { outcome: "lost", note: NOTE });
    }
    for (const workspaceId of new Set(given.map((one) => one.workspaceId))) database.notify(workspaceId);
  }

  return {
    add(key) {
      if (earlier.size >= MAX_REMEMBERED) earlier.clear();
      const times = earlier.get(key.actionId) ?? 0;
      earlier.set(key.actionId, times + 1);
      const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** times, LONGEST_PAUSE_MS, maxPauseMs);
      claims.set(key.claimId, { key, dueAt: performance.now() + pauseMs });
    },
    addRun: (run) => void runs.add(run),
    get size() {
      return runs.size + claims.size;
    },
    giveBack: () => giveBack(performance.now()),
    giveBackAll: () => giveBack(Infinity),
  };
}
