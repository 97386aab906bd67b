import { problemParts } from "../core/problem.ts";
import type { Refusal } from "../core/refusal.ts";

/** A refusal as the answer of a route. */
export function problemResponse(refusal: Refusal, more: Record<string, string> = {}): Response {
  const { status, headers, body } = problemParts(refusal);
  return new Response(body, { status, headers: { ...headers, ...more } });
}
