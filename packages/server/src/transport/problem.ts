import type { IncomingMessage, ServerResponse } from "node:http";
import { ERRORS, type ErrorCode } from "@countersign/protocol";
import type { Refusal } from "../core/refusal.ts";

/** Seconds a client should wait before it tries again, by code. */
const RETRY_AFTER_SECONDS: Partial<Record<ErrorCode, number>> = { RATE_LIMITED: 5, UNAVAILABLE: 2 };

/** Form of every refusal this server sends (RFC 9457). `type` links to the code's section of the docs page. */
function problemParts(refusal: Refusal) {
  const { more, ...own } = refusal;
  const { status, title, hint } = ERRORS[own.code];
  const retryAfter = retryAfterSeconds(refusal);
  return {
    status,
    headers: {
      "Content-Type": "application/problem+json",
      "Cache-Control": "no-store",
      ...(refusal.code === "UNAUTHENTICATED" && { "WWW-Authenticate": "Bearer" }),
      ...(retryAfter !== undefined && { "Retry-After": String(retryAfter) }),
    },
    body: JSON.stringify({ type: `/docs#${refusal.code}`, title, status, ...more, ...own, hint }),
  };
}

/** Response of a route for a refusal. */
export function problemResponse(refusal: Refusal, more: Record<string, string> = {}): Response {
  const { status, headers, body } = problemParts(refusal);
  return new Response(body, { status, headers: { ...headers, ...more } });
}

/** Sends a refusal over a raw Node response, to which no middleware adds headers. */
export function sendProblem(
  incoming: IncomingMessage,
  response: ServerResponse,
  refusal: Refusal,
  more: Record<string, string> = {},
): void {
  const { status, headers, body } = problemParts(refusal);
  response.writeHead(status, {
    ...headers,
    "Content-Length": Buffer.byteLength(body),
    "X-Content-Type-Options": "nosniff",
    // An unread rest of the body would be parsed as the next request.
    ...(!incoming.complete && { Connection: "close" }),
    ...more,
  });
  response.end(body);
}

export const retryAfterSeconds = (refusal: Pick<Refusal, "code" | "retryAfterSeconds">): number | undefined =>
  refusal.retryAfterSeconds ?? RETRY_AFTER_SECONDS[refusal.code];
