import type { Failure, Json } from "@countersign/protocol";
import { LargeResult } from "../../ports/tool.ts";
import type { WholeResult } from "../../store/statements/finish-execution.ts";

/** Makes text storable in any column: no lone surrogates, no U+0000, at most 10,000 characters. */
export const storableText = (text: string): string => text.toWellFormed().replaceAll("\u0000", "\u2400").slice(0, 10_000);

export const storableFailure = (failure: Failure): Failure => ({ code: failure.code, message: storableText(failure.message) });

/** Splits a result for an ending: the text for the action, and what is kept beside it if it is too large. */
export const endingResult = (result: Json | LargeResult | undefined): { result: string; whole?: WholeResult } =>
  result instanceof LargeResult
    ? { result: storableResult(result.short), whole: { text: result.whole, unkept: storableResult(result.unkept) } }
    : { result: storableResult(result) };

/** Serializes a handler's result; what JSON cannot express becomes null. Never throws, because the handler has run. */
export function storableResult(result: Json | undefined): string {
  try {
    return (JSON.stringify(result) ?? "null").toWellFormed();
  } catch {
    return "null";
  }
}
