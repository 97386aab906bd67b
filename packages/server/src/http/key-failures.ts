import { refuse, type Refusal } from "../core/refusal.ts";
import { networkOf } from "../identity/network-of.ts";

export interface KeyFailures {
  /**
   * Counts a request with a key that is unknown, revoked or malformed. Answers with the refusal when too many came from its address.
   * Call it after the key was looked up: a valid key passes, whatever others sent from the same address.
   */
  count(address: string | undefined): Refusal | undefined;
}

export const NO_KEY_FAILURES: KeyFailures = { count: () => undefined };

export const MAX_KEY_FAILURES = 60;
const WINDOW_MS = 60_000;
/** Networks. Who has more of them than this makes us forget the oldest count, never grow. */
const MAX_KNOWN = 10_000;

/** Kept in this process and bounded: a row for each failure would let a stranger fill the disk. */
export function createKeyFailures(now: () => number = () => performance.now()): KeyFailures {
  const known = new Map<string, { count: number; since: number }>();

  return {
    count(address) {
      if (address === undefined) return undefined;
      const network = networkOf(address);
      const kept = known.get(network);
      const isOver = kept === undefined || kept.since + WINDOW_MS <= now();
      const { count, since } = isOver ? { count: 1, since: now() } : { count: kept.count + 1, since: kept.since };
      // Set anew, so that the first one of the map is the one that began longest ago.
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
