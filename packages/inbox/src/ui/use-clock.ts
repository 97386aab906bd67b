import { useSyncExternalStore } from "react";

const STEP_MS = 1000;
const watchers = new Set<() => void>();
let now = Date.now();
let timer: number | undefined;

function watch(changed: () => void): () => void {
  watchers.add(changed);
  timer ??= window.setInterval(() => {
    now = Date.now();
    for (const watcher of watchers) watcher();
  }, STEP_MS);
  return () => {
    watchers.delete(changed);
    if (watchers.size > 0) return;
    window.clearInterval(timer);
    timer = undefined;
  };
}

/** Start of the current day in the browser's time zone, in ms. Renders when the day changes. */
export const useToday = (): number => useSyncExternalStore(watch, () => new Date(now).setHours(0, 0, 0, 0));

/** Current time in ms, rounded down to `stepSeconds`. Coarser steps cause fewer renders. */
export const useClock = (stepSeconds = 10): number =>
  useSyncExternalStore(watch, () => Math.floor(now / (stepSeconds * 1000)) * stepSeconds * 1000);
