import { refuse, type Refusal } from "../core/refusal.ts";
import { networkOf } from "../identity/network-of.ts";

export interface NetworkLimit {
  /** Counts one request. Returns a refusal if the address's network sent too many in the last minute. */
  count(address: string | undefined): Refusal | undefined;
}

const WINDOW_MS = 60_000;
/** Networks counted at once. Beyond this the oldest count is dropped, so that memory is bounded. */
const MAX_KNOWN = 10_000;

/**
 * Limits the requests of each network to `max` a minute. Counts are kept in this process and bounded: with a row per request a
 * stranger could fill the disk.
 */
export function createNetworkLimit(max: number, detail: string, now: () => number = () => performance.now()): NetworkLimit {
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
      if (count <= max) return undefined;
      return refuse("RATE_LIMITED", detail, {
        retryAfterSeconds: Math.max(1, Math.ceil((since + WINDOW_MS - now()) / 1000)),
      }).refusal;
    },
  };
}
