import type { Json, JsonObject } from "@countersign/protocol";
import { isSameJson, kindOf } from "../same-json.ts";

/** A front end sent a value that is not a valid decision; nothing was decided. */
export class InvalidDecision extends Error {
  constructor(message: string) {
    super(`${message} Nothing was decided.`);
    this.name = "InvalidDecision";
  }
}

/**
 * Extracts the edits from a full replacement of the input, as both wire formats send it. Returns undefined if nothing changed.
 * Throws if a key is missing, because edits are merged over the input and cannot remove keys.
 */
export function readEdits(input: JsonObject, replacement: unknown): JsonObject | undefined {
  if (typeof replacement !== "object" || replacement === null || Array.isArray(replacement))
    throw new InvalidDecision("Edited arguments must be an object.");
  const gone = Object.keys(input).filter((key) => !Object.hasOwn(replacement, key));
  if (gone.length > 0)
    throw new InvalidDecision(`An edit cannot omit ${gone.join(", ")}; send the previous value or a new one.`);
  const changed = Object.entries(replacement as JsonObject)
    .map(([key, value]): [string, Json] => [key, Object.hasOwn(input, key) ? readLike(input[key]!, value) : value])
    .filter(([key, value]) => !Object.hasOwn(input, key) || !isSameJson(input[key]!, value));
  return changed.length === 0 ? undefined : Object.fromEntries(changed);
}

/** Parses text as JSON if the former value was not text and the types match; some front ends edit everything as text. */
function readLike(before: Json, after: Json): Json {
  if (typeof after !== "string" || typeof before === "string") return after;
  try {
    const read = JSON.parse(after) as Json;
    return kindOf(read) === kindOf(before) ? read : after;
  } catch {
    return after;
  }
}
