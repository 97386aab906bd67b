import type { Principal } from "../core/principal.ts";
import { refuse, type Refusal } from "../core/refusal.ts";
import { BODY_LIMIT_BYTES } from "../transport/read-body.ts";

export interface RequestLimits {
  /** Counts a request, even one that is refused later. Returns a refusal if the credential sent too many. */
  refuse(by: Pick<Principal, "kind" | "workspaceId" | "id">, headers: BodyHeaders): Refusal | undefined;
}

/** Headers that describe a request's body: `content-length` and `transfer-encoding`. */
export interface BodyHeaders {
  length: string | null | undefined;
  encoding: string | null | undefined;
}

export const NO_REQUEST_LIMITS: RequestLimits = { refuse: () => undefined };

/** Burst of a credential that was idle, in seconds' worth of requests. */
const BURST_SECONDS = 10;
/** A body costs one more token per full 64 KiB, because reading it occupies the main thread. */
const BYTES_PER_TOKEN = 64 * 1024;
const MAX_KNOWN = 10_000;

/**
 * Token bucket per credential. Workers, which run approved actions, are not limited: refusing a worker's report would leave an
 * outcome unknown.
 */
export function createRequestLimits(perSecond: number, now: () => number = () => performance.now()): RequestLimits {
  const burst = perSecond * BURST_SECONDS;
  const known = new Map<string, { tokens: number; at: number }>();

  /** Drops full buckets, which equal absent ones. */
  function forgetFull(): void {
    for (const [key, { tokens, at }] of known) if (tokens + ((now() - at) / 1000) * perSecond >= burst) known.delete(key);
  }

  return {
    refuse({ kind, workspaceId, id }, headers) {
      if (kind === "worker") return undefined;
      const key = `${workspaceId} ${kind} ${id}`;
      const bucket = known.get(key) ?? { tokens: burst, at: now() };
      const tokens = Math.min(burst, bucket.tokens + ((now() - bucket.at) / 1000) * perSecond);
      // Capped, because a cost above a full bucket could never be paid.
      const cost = Math.min(burst, 1 + Math.floor(bodyBytes(headers) / BYTES_PER_TOKEN));
      if (known.size >= MAX_KNOWN) forgetFull();
      known.set(key, { tokens: tokens < cost ? tokens : tokens - cost, at: now() });
      if (tokens >= cost) return undefined;
      const retryAfterSeconds = Math.ceil((cost - tokens) / perSecond);
      return refuse("RATE_LIMITED", `This credential sent more than ${perSecond} requests per second.`, { retryAfterSeconds })
        .refusal;
    },
  };
}

/** A body of unknown length counts as the largest allowed. */
const bodyBytes = ({ length, encoding }: BodyHeaders): number => (encoding ? BODY_LIMIT_BYTES : Number(length ?? 0) || 0);
