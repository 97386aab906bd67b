import { findWatched, recordTargetSeen } from "../../store/statements/watch-targets.ts";
import type { EngineDeps } from "../deps.ts";
import { lookAtTarget, seenToken, type WatchedAction } from "../decisions/look-at-target.ts";

export interface TargetWatcher {
  start(): void;
  /** Runs one pass now, or joins the running one; returns the number of changes recorded. */
  watch(): Promise<number>;
  stop(): Promise<void>;
}

const PASS_MS = 1000;
const MAX_REMEMBERED = 10_000;
const START = { workspaceId: "", id: "" };

/**
 * Checks the targets of pending actions in rotation, a bounded number each second, so that a person sees a change before
 * deciding. Any number of processes may watch; the first to see a change records it.
 */
export function createTargetWatcher(deps: EngineDeps): TargetWatcher {
  const { database, settings, log } = deps;
  let after = START;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let watching: Promise<number> | undefined;

  /** Last check by action, on the clock of `performance.now()`, for tools that limit how often they are asked. */
  const lookedAt = new Map<string, number>();

  function isDue(row: WatchedAction): boolean {
    const pauseSeconds = deps.registry.watchSeconds(row);
    if (pauseSeconds === undefined) return true;
    const now = performance.now();
    if (now - (lookedAt.get(row.id) ?? -Infinity) < pauseSeconds * 1000) return false;
    if (lookedAt.size >= MAX_REMEMBERED) lookedAt.clear();
    lookedAt.set(row.id, now);
    return true;
  }

  async function watchOnce(): Promise<number> {
    const limit = settings.targetLooksPerSecond;
    const rows = await findWatched(database.kysely, after, limit);
    const last = rows.at(-1);
    after = rows.length < limit || !last ? START : { workspaceId: last.workspaceId, id: last.id };
    let recorded = 0;
    for (const row of rows) {
      if (stopped) break;
      if (!isDue(row)) continue;
      const look = await lookAtTarget(deps, row);
      const token = seenToken(look);
      if (look.state === "not_watched" || token === row.targetSeen) continue;
      const { workspaceId, id } = row;
      const { targetQuietSeconds: quietSeconds } = settings;
      if (!(await recordTargetSeen(database.kysely, { workspaceId, id, token, state: look.state, quietSeconds }))) continue;
      database.notify(workspaceId);
      recorded += 1;
    }
    return recorded;
  }

  const watch = (): Promise<number> =>
    (watching ??= watchOnce().finally(() => {
      watching = undefined;
    }));

  const pass = (): void =>
    void watch().catch((error: unknown) => log("error", "the look at targets failed", { error: String(error) }));

  return {
    watch,
    start() {
      stopped = false;
      timer = setInterval(pass, PASS_MS);
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await watching?.catch(() => undefined);
    },
  };
}
