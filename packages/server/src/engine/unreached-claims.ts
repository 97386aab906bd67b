import type { Database } from "../store/database.ts";
import type { ClaimKey } from "../store/statements/finish-execution.ts";
import { recordLateReport } from "../store/statements/finish-execution.ts";
import { handBackClaims } from "../store/statements/hand-back-claims.ts";
import type { Actor } from "../store/statements/row.ts";

/** Claims that reached no handler through a fault of ours. They are given back as soon as the database takes it. */
export interface UnreachedClaims {
  /** A claim whose handler has not started. */
  add(key: ClaimKey): void;
  /** All claims of one statement, whose answer may have been lost after it was committed. */
  addRun(run: string): void;
  /** How many wait to be given back. */
  readonly size: number;
  /** Gives back what is due; throws while nothing can be written. */
  giveBack(): Promise<void>;
  /** Gives back everything now, due or not. */
  giveBackAll(): Promise<void>;
}

const NOTE = "A fault of the server's own came between the claim and the handler. Nothing had started.";
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5000;
/** Of actions whose earlier give-backs are remembered; beyond that the pauses begin anew. */
const MAX_REMEMBERED = 10_000;

/**
 * An action that meets such faults again and again is given back after a longer pause each time, in which its claim is held: else
 * one that no process can run at the moment would be claimed without end. `maxPauseMs` is to be well below the lease.
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
  /** How often each action was given back in a row. */
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
      // Its lease ran out before: a person who is asked what happened should know that nothing had started.
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
