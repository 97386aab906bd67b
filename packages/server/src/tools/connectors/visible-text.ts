import { displaySegments } from "@countersign/protocol";
import { cutBefore } from "../../core/cut-before.ts";

/** Control, bidirectional and line separator characters could hide or fake content. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]/gu;
const MAX_LINE = 200;

/** Returns the text on one line: whitespace collapsed, characters that hide or reorder text replaced, at most 200 characters. */
export function oneLine(text: string): string {
  const clean = text.replaceAll(/\s+/gu, " ").replaceAll(HIDDEN, "�").trim();
  return clean.length > MAX_LINE ? `${cutBefore(clean, MAX_LINE - 1)}…` : clean;
}

/** Replaces characters that hide or reorder text; keeps line breaks. */
export const visibleLines = (text: string): string =>
  text.replaceAll(/[^\S\n]+/gu, " ").replaceAll(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "�");

/** Marks each line, so that none of a text by others passes for a line of ours. */
export const quoted = (text: string): string => text.replaceAll(/^/gm, "> ");

/** A longer text is folded by some programs. */
const MAX_LINES = 30;

/** Whether a text is shown exactly as it is: nothing of it is empty, unseen, at its edge or folded away. */
export const isShownExactly = (text: string): boolean =>
  text !== "" &&
  text === text.trim() &&
  text === visibleLines(text) &&
  text.split("\n").length <= MAX_LINES &&
  displaySegments(text).every(({ kind }) => kind === "text");
