const held = new Map<string, Promise<unknown>>();

/**
 * Mutex per path within this process, whichever connector uses it. Paths are locked in sorted order, so two tasks cannot
 * deadlock.
 */
export function withPathLock<T>(paths: readonly string[], task: () => Promise<T>): Promise<T> {
  const [first, ...rest] = [...new Set(paths)].sort();
  if (first === undefined) return task();
  const before = held.get(first) ?? Promise.resolve();
  const mine = before.then(() => withPathLock(rest, task));
  const done = mine
    .catch(() => undefined)
    .finally(() => {
      if (held.get(first) === done) held.delete(first);
    });
  held.set(first, done);
  return mine;
}
