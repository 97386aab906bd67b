import type { Principal } from "../core/principal.ts";
import { refuse, type Refusal } from "../core/refusal.ts";
import { BODY_LIMIT_BYTES } from "../transport/read-body.ts";

export interface RequestLimits {
  /** Counts a request, also one that is refused later. Answers with the refusal when the credential has sent too many. */
  refuse(by: Pick<Principal, "kind" | "workspaceId" | "id">, headers: BodyHeaders): Refusal | undefined;
}

/** What a request says of its body: `content-length` and `transfer-encoding`. */
export interface BodyHeaders {
  length: string | null | undefined;
  encoding: string | null | undefined;
}

export const NO_REQUEST_LIMITS: RequestLimits = { refuse: () => undefined };

/** A credential that was quiet may send so many seconds' worth at once. */
const BURST_SECONDS = 10;
/** Reading a body costs the main thread; one counts as a request for each of these it begins. */
const BYTES_PER_TOKEN = 64 * 1024;
const MAX_KNOWN = 10_000;

/**
 * A token bucket for each credential. Workers, which run what was approved, are not counted: a report that was refused would leave
 * an outcome unknown.
 */
export function createRequestLimits(perSecond: number, now: () => number = () => performance.now()): RequestLimits {
  const burst = perSecond * BURST_SECONDS;
  const known = new Map<string, { tokens: number; at: number }>();

  /** Buckets that are full again say nothing. */
  function forgetFull(): void {
    for (const [key, { tokens, at }] of known) if (tokens + ((now() - at) / 1000) * perSecond >= burst) known.delete(key);
  }

  return {
    refuse({ kind, workspaceId, id }, headers) {
      if (kind === "worker") return undefined;
      const key = `${workspaceId} ${kind} ${id}`;
      const bucket = known.get(key) ?? { tokens: burst, at: now() };
      const tokens = Math.min(burst, bucket.tokens + ((now() - bucket.at) / 1000) * perSecond);
      // More than a whole bucket could never be paid.
      const cost = Math.min(burst, 1 + Math.floor(bodyBytes(headers) / BYTES_PER_TOKEN));
      if (known.size >= MAX_KNOWN) forgetFull();
      known.set(key, { tokens: tokens < cost ? tokens : tokens - cost, at: now() });
      if (tokens >= cost) return undefined;
      const retryAfterSeconds = Math.ceil((cost - tokens) / perSecond);
      return refuse("RATE_LIMITED", `This credential sends more than ${perSecond} requests a second.`, { retryAfterSeconds })
        .refusal;
    },
  };
}

/** A body of unknown length counts as the largest there may be. */
const bodyBytes = ({ length, encoding }: BodyHeaders): number => (encoding ? BODY_LIMIT_BYTES : Number(length ?? 0) || 0);
