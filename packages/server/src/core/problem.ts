import { ERRORS, type ErrorCode } from "@countersign/protocol";
import type { Refusal } from "./refusal.ts";

/** Seconds a client should wait before it tries again, by code. */
const RETRY_AFTER_SECONDS: Partial<Record<ErrorCode, number>> = { RATE_LIMITED: 5, UNAVAILABLE: 2 };

export interface ProblemParts {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Every "no" this server gives leaves in this form, as RFC 9457 says. `type` names the code's paragraph on the docs page. */
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
