import { APIError } from "better-auth/api";
import type { Refusal, Result } from "../core/refusal.ts";

const STATUS_NAMES = {
  FORBIDDEN: "FORBIDDEN",
  INVALID_STATE: "CONFLICT",
  NOT_FOUND: "NOT_FOUND",
  RATE_LIMITED: "TOO_MANY_REQUESTS",
  UNAUTHENTICATED: "UNAUTHORIZED",
} as const;

const isNamed = (code: string): code is keyof typeof STATUS_NAMES => code in STATUS_NAMES;

/** A refusal as better-auth's endpoints throw it; `translateAnswer` turns it into problem details. */
export const refusalError = ({ code, detail, errors, retryAfterSeconds }: Refusal) =>
  new APIError(
    isNamed(code) ? STATUS_NAMES[code] : "UNPROCESSABLE_ENTITY",
    { message: detail, ...(errors && { errors }) },
    retryAfterSeconds === undefined ? {} : { "X-Retry-After": String(retryAfterSeconds) },
  );

export function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw refusalError(result.refusal);
  return result.value;
}
