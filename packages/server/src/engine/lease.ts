import type { Failure, Json } from "@countersign/protocol";
import { LargeResult } from "../core/tool-port.ts";
import type { WholeResult } from "../store/statements/finish-execution.ts";

/** Text that any column can hold: no lone surrogates, no U+0000. */
export const storableText = (text: string): string => text.toWellFormed().replaceAll("\u0000", "\u2400").slice(0, 10_000);

export const storableFailure = (failure: Failure): Failure => ({ code: failure.code, message: storableText(failure.message) });

/** A result as an ending carries it: the text for the action, and what is to be kept beside it. */
export const endingResult = (result: Json | LargeResult | undefined): { result: string; whole?: WholeResult } =>
  result instanceof LargeResult
    ? { result: storableResult(result.short), whole: { text: result.whole, unkept: storableResult(result.unkept) } }
    : { result: storableResult(result) };

/** A handler's answer as JSON text; what JSON can not say becomes null, as in any JSON API. Never throws: the handler has run. */
export function storableResult(result: Json | undefined): string {
  try {
    return (JSON.stringify(result) ?? "null").toWellFormed();
  } catch {
    return "null";
  }
}
