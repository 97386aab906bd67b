import type { FoundKey } from "./authenticate.ts";
import { hashSecret } from "./secret-token.ts";

/** Milliseconds; limits how long a right revoked by another process stays effective. */
const KEPT_MS = 1000;
const MAX_KEPT = 10_000;

export interface KeyCache {
  /** Returns the cached result of `look`, at most one second old. */
  find(authorization: string, look: () => Promise<FoundKey>): FoundKey | Promise<FoundKey>;
  /** Called after a revocation in this process, so that the key's next request is refused. */
  clear(): void;
}

/**
 * Cache for callers that send thousands of requests per second. Only valid keys are cached. What depends on the moment or on
 * the client's address is judged outside, because the cache knows the header alone.
 */
export function createKeyCache(now: () => number = () => performance.now()): KeyCache {
  const known = new Map<string, { until: number; found: FoundKey }>();
  let generation = 0;
  /** Saves the hash for consecutive requests by the same caller. */
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
        if (found.found.kind !== "principal" || began !== generation) return found;
        if (known.size >= MAX_KEPT) known.clear();
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
