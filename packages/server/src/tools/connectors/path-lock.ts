const held = new Map<string, Promise<unknown>>();

/**
 * Runs one task at a time for each path of this process, whichever connector it comes through. Paths are taken in sorted
 * order, so two tasks never wait for each other.
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
