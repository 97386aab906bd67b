import type { Action, ErrorCode, PrincipalRef } from "@countersign/protocol";

/** An expected refusal: a value, not an exception. `detail` is a sentence that says what to do. */
export interface Refusal {
  code: ErrorCode;
  detail: string;
  errors?: readonly { path: string; message: string }[];
  /** The current row, if another caller was first. */
  current?: Action;
  /** Further members of the problem, of a feature's own. */
  more?: Readonly<Record<string, unknown>>;
  resolvedBy?: PrincipalRef | null;
  /** Seconds until a retry makes sense, if known. */
  retryAfterSeconds?: number;
}

export type Result<T> = { ok: true; value: T } | { ok: false; refusal: Refusal };

export const ok = <T>(value: T): Result<T> => ({ ok: true, value });

export const refuse = (
  code: ErrorCode,
  detail: string,
  more: Omit<Refusal, "code" | "detail"> = {},
): { ok: false; refusal: Refusal } => ({
  ok: false,
  refusal: { code, detail, ...more },
});
