import type { Json } from "@countersign/protocol";
import { jsonText } from "./json.ts";

/**
 * Two values as texts to compare. Strings stay as they are, and null beside a string becomes empty; anything else, and a change
 * of type, becomes JSON.
 */
export function comparableText(before: Json | undefined, after: Json | undefined): { before: string; after: string } {
  const absent = (value: Json | undefined): value is null | undefined => value === undefined || value === null;
  const plain = [before, after].every((value) => absent(value) || typeof value === "string");
  const textOf = (value: Json | undefined): string => {
    if (value === undefined || (value === null && plain)) return "";
    return plain && typeof value === "string" ? value : jsonText(value);
  };
  return { before: textOf(before), after: textOf(after) };
}

const MAX_LINES = 40;
const MAX_CHARACTERS = 4096;

/** Whether a text is too long to compare well within the page: more than 40 lines, or more than 4096 characters. */
export const isLongText = (text: string): boolean =>
  text.length > MAX_CHARACTERS || text.split("\n", MAX_LINES + 2).length > MAX_LINES + 1;
