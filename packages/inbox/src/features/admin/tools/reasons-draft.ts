import { MAX_REJECT_REASON_CHARACTERS, MAX_REJECT_REASONS } from "@countersign/protocol";
import { strings } from "../../../strings/tools.tsx";

/** Reasons for rejections as a person writes them, one per line. */
export const reasonsIn = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** What is wrong with the reasons; undefined if nothing is. */
export function faultOfReasons(text: string): string | undefined {
  const reasons = reasonsIn(text);
  const words = strings.faults;
  if (reasons.length > MAX_REJECT_REASONS) return words.tooManyReasons(MAX_REJECT_REASONS);
  if (new Set(reasons).size < reasons.length) return words.reasonTwice;
  const isTooLong = reasons.some((reason) => reason.length > MAX_REJECT_REASON_CHARACTERS);
  return isTooLong ? words.reasonTooLong(MAX_REJECT_REASON_CHARACTERS) : undefined;
}
