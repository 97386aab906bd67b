import { ERROR_CODES, type ErrorCode } from "@countersign/protocol";
import type { Route } from "./route.ts";

const BODY: readonly ErrorCode[] = ["MALFORMED_JSON", "TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE", "INVALID_INPUT"];

/** Returns the error codes of a route: those that follow from its shape, and its own. */
export function problemsOf(route: Route): ErrorCode[] {
  const possible = new Set<ErrorCode>([
    "FORBIDDEN",
    ...(route.problems ?? []),
    ...(route.who === "public" ? [] : (["UNAUTHENTICATED"] as const)),
    ...(route.path.includes("{") ? (["NOT_FOUND"] as const) : []),
    ...(route.query ? (["INVALID_INPUT"] as const) : []),
    ...(route.body ? BODY : []),
  ]);
  return ERROR_CODES.filter((code) => possible.has(code));
}
