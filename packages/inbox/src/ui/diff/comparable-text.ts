import type { Json } from "@countersign/protocol";
import { jsonText } from "./json-text.ts";

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
