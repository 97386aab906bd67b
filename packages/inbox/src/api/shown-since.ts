import { MAX_SHOWN_MS } from "@countersign/protocol";

/** When each action was first shown on this page, in ms of the browser's monotonic clock. */
const shownAt = new Map<string, number>();

/** Records that a person can read this action now; only the first call for an action counts. */
export function noteShown(id: string): void {
  if (!shownAt.has(id)) shownAt.set(id, performance.now());
}

/** For a decision: how long the person has had the action on screen, at most `MAX_SHOWN_MS`; empty if it was never shown. */
export function shownFor(id: string): { shownForMs?: number } {
  const since = shownAt.get(id);
  return since === undefined ? {} : { shownForMs: Math.min(MAX_SHOWN_MS, Math.round(performance.now() - since)) };
}
