import { MAX_SHOWN_MS } from "@countersign/protocol";

/** When each action first came on this page's screen, by the browser's steady clock. */
const shownAt = new Map<string, number>();

/** Says that a person can read this action now; only the first time counts. */
export function noteShown(id: string): void {
  if (!shownAt.has(id)) shownAt.set(id, performance.now());
}

/** For a decision: how long the person has had it on the screen. Nothing where it was never shown. */
export function shownFor(id: string): { shownForMs?: number } {
  const since = shownAt.get(id);
  return since === undefined ? {} : { shownForMs: Math.min(MAX_SHOWN_MS, Math.round(performance.now() - since)) };
}
