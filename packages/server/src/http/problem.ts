import { ERRORS, type ErrorCode } from "@countersign/protocol";
import type { Refusal } from "../core/refusal.ts";

/** Seconds a client should wait before it tries again, by code. */
const RETRY_AFTER_SECONDS: Partial<Record<ErrorCode, number>> = { RATE_LIMITED: 5, UNAVAILABLE: 2 };

/** Every "no" this server gives leaves here, as RFC 9457 says. `type` names the code's paragraph on the docs page. */
export function problemResponse(refusal: Refusal, headers: Record<string, string> = {}): Response {
  const { status, title, hint } = ERRORS[refusal.code];
  const body = { type: `/docs#${refusal.code}`, title, status, ...refusal, hint };
  const retryAfter = RETRY_AFTER_SECONDS[refusal.code];
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      "Content-Type": "application/problem+json",
      "Cache-Control": "no-store",
      ...(refusal.code === "UNAUTHENTICATED" && { "WWW-Authenticate": "Bearer" }),
      ...(retryAfter !== undefined && { "Retry-After": String(retryAfter) }),
      ...headers,
    },
  });
}
