import type { Action, ContentElement, ErrorCode, PrincipalRef } from "@countersign/protocol";

/** An expected "no": a value, not an exception. `detail` is a sentence that says what to do. */
export interface Refusal {
  code: ErrorCode;
  detail: string;
  errors?: readonly { path: string; message: string }[];
  /** The row as it is now, where somebody was first. */
  current?: Action;
  /** The same of an element of the content. */
  currentElement?: ContentElement;
  resolvedBy?: PrincipalRef | null;
  /** When it is worth trying again, where that is known. */
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
