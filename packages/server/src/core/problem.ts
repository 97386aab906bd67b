import { ERRORS, type ErrorCode } from "@countersign/protocol";
import type { Refusal } from "./refusal.ts";

/** Default `Retry-After` in seconds, by code. */
const RETRY_AFTER_SECONDS: Partial<Record<ErrorCode, number>> = { RATE_LIMITED: 5, UNAVAILABLE: 2 };

export interface ProblemParts {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Formats any refusal of this server as an RFC 9457 problem. `type` is the code's paragraph on the docs page. */
export function problemParts(refusal: Refusal): ProblemParts {
  const { status, title, hint } = ERRORS[refusal.code];
  const retryAfter = retryAfterSeconds(refusal);
  return {
    status,
    headers: {
      "Content-Type": "application/problem+json",
      "Cache-Control": "no-store",
      ...(refusal.code === "UNAUTHENTICATED" && { "WWW-Authenticate": "Bearer" }),
      ...(retryAfter !== undefined && { "Retry-After": String(retryAfter) }),
    },
    body: JSON.stringify({ type: `/docs#${refusal.code}`, title, status, ...refusal, hint }),
  };
}

export const retryAfterSeconds = (refusal: Pick<Refusal, "code" | "retryAfterSeconds">): number | undefined =>
  refusal.retryAfterSeconds ?? RETRY_AFTER_SECONDS[refusal.code];
