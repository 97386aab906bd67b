import { refuse, type Refusal } from "../core/refusal.ts";
import { networkOf } from "../identity/network-of.ts";

export interface KeyFailures {
  /**
   * Counts a request with an unknown, revoked or malformed key. Returns a refusal if its address sent too many. Must be called
   * after the key lookup: a valid key passes, whatever others sent from the same address.
   */
  count(address: string | undefined): Refusal | undefined;
}

export const NO_KEY_FAILURES: KeyFailures = { count: () => undefined };

export const MAX_KEY_FAILURES = 60;
const WINDOW_MS = 60_000;
/** Networks counted at once. Beyond this the oldest count is dropped, so that memory is bounded. */
const MAX_KNOWN = 10_000;

/** Counts are kept in this process and bounded: with a row per failure a stranger could fill the disk. */
export function createKeyFailures(now: () => number = () => performance.now()): KeyFailures {
  const known = new Map<string, { count: number; since: number }>();

  return {
    count(address) {
      if (address === undefined) return undefined;
      const network = networkOf(address);
      const kept = known.get(network);
      const isOver = kept === undefined || kept.since + WINDOW_MS <= now();
      const { count, since } = isOver ? { count: 1, since: now() } : { count: kept.count + 1, since: kept.since };
      // Deleted first, so that the map's first entry is the one whose window began longest ago.
      if (isOver) known.delete(network);
      known.set(network, { count, since });
      if (known.size > MAX_KNOWN) known.delete(known.keys().next().value!);
      if (count <= MAX_KEY_FAILURES) return undefined;
      return refuse("RATE_LIMITED", "Too many requests with an unknown or revoked key came from this address.", {
        retryAfterSeconds: Math.max(1, Math.ceil((since + WINDOW_MS - now()) / 1000)),
      }).refusal;
    },
  };
}
