import type { Database } from "../store/database.ts";

export interface NextChange {
  /** Resolves at the next change, after the time, or when the signal aborts, whichever comes first. */
  within(milliseconds: number, signal?: AbortSignal): Promise<void>;
  forget(): void;
}

export interface ChangeSignals {
  /** Starts listening immediately, so that a change between reading and waiting is not missed. */
  next(workspaceId: string): NextChange;
  /** Calls back at most once per iteration of the event loop; null subscribes to every workspace. Returns the unsubscriber. */
  subscribe(workspaceId: string | null, callback: () => void): () => void;
  close(): void;
}

/** Turns database notifications into callbacks per workspace. They only wake listeners, which must read the rows again. */
export function createChanges(database: Database): ChangeSignals {
  const callbacks = new Map<string | null, Set<() => void>>();
  const due = new Set<() => void>();

  const flush = (): void => {
    const now = [...due];
    due.clear();
    for (const callback of now) callback();
  };
  const mark = (workspaceId: string | null): void => {
    const listening = callbacks.get(workspaceId);
    if (!listening?.size) return;
    if (due.size === 0) setImmediate(flush);
    for (const callback of listening) due.add(callback);
  };
  const stop = database.listen((workspaceId) => {
    // Null means that notifications may have been missed while the database was unreachable, so every listener is called.
    if (workspaceId === null) for (const key of callbacks.keys()) mark(key);
    else {
      mark(workspaceId);
      mark(null);
    }
  });

  const subscribe: ChangeSignals["subscribe"] = (workspaceId, callback) => {
    const listening = callbacks.get(workspaceId) ?? new Set();
    callbacks.set(workspaceId, listening.add(callback));
    return () => {
      listening.delete(callback);
      due.delete(callback);
      if (listening.size === 0 && callbacks.get(workspaceId) === listening) callbacks.delete(workspaceId);
    };
  };

  return {
    subscribe,
    close: stop,
    next(workspaceId) {
      let changed = false;
      let wake = (): void => {};
      const forget = subscribe(workspaceId, () => {
        changed = true;
        wake();
      });
      return {
        forget,
        within: (milliseconds, signal) =>
          new Promise((resolve) => {
            const finish = (): void => {
              clearTimeout(timer);
              signal?.removeEventListener("abort", finish);
              forget();
              resolve();
            };
            const timer = setTimeout(finish, milliseconds);
            wake = finish;
            signal?.addEventListener("abort", finish, { once: true });
            if (changed || signal?.aborted) finish();
          }),
      };
    },
  };
}
