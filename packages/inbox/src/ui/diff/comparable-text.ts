import type { Json } from "@countersign/protocol";
import { jsonText } from "./json.ts";

/**
 * Two values as the texts to compare. Strings are compared as they read, and `null` beside one as
 * nothing; anything else, and a change of type, as JSON.
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

/** Too long to be compared well within the page: more than 40 lines, or more than 4 kB. */
export const isLongText = (text: string): boolean =>
  text.length > MAX_CHARACTERS || text.split("\n", MAX_LINES + 2).length > MAX_LINES + 1;
