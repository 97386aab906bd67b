import type { Authentication } from "./authenticate.ts";
import { hashSecret } from "./secret-token.ts";

/** A right that is taken away elsewhere, by another process, is gone after this long. */
const KEPT_MS = 1000;
const MOST_KEPT = 10_000;

export interface KeyCache {
  /** As `look` says, asked at most once a second for each key. */
  find(authorization: string, look: () => Promise<Authentication>): Authentication | Promise<Authentication>;
  /** After a key was revoked here, it is refused with its next request. */
  clear(): void;
}

/** For callers that come a thousand times a second with the same key. Only answers that let in are kept. */
export function createKeyCache(now: () => number = () => performance.now()): KeyCache {
  const known = new Map<string, { until: number; found: Authentication }>();
  let generation = 0;
  /** Most callers come many times in a row. */
  let last = { authorization: "", hash: "" };

  return {
    find(authorization, look) {
      const hash = last.authorization === authorization ? last.hash : hashSecret(authorization);
      last = { authorization, hash };
      const kept = known.get(hash);
      if (kept && kept.until > now()) return kept.found;
      const began = generation;
      const until = now() + KEPT_MS;
      return look().then((found) => {
        known.delete(hash);
        if (found.kind !== "principal" || began !== generation) return found;
        if (known.size >= MOST_KEPT) known.clear();
        known.set(hash, { until, found });
        return found;
      });
    },
    clear() {
      generation += 1;
      known.clear();
    },
  };
}
