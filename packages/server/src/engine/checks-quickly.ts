import type { Json } from "@countersign/protocol";

/** A schema that is applied any number of times: its size times that of a small input must stay little. */
const MAX_REPEATED_CHARACTERS = 500;

/** Words that look at their value once, or say nothing about it. */
const PLAIN = new Set(
  (
    "$schema $id $comment title description default examples deprecated readOnly writeOnly " +
    "type enum const required minimum maximum exclusiveMinimum exclusiveMaximum multipleOf " +
    "minLength maxLength minItems maxItems minProperties maxProperties contentMediaType contentEncoding"
  ).split(" "),
);
const SCALARS: readonly Json[] = ["string", "number", "integer", "boolean"];

/**
 * Whether a check of a small input by this schema is surely short: each of its words looks at each value a bounded number of
 * times. A pattern, a format, references, and unique items that are not scalars may each take far longer, as may an unknown word.
 */
export function checksQuickly(schema: Json): boolean {
  if (typeof schema === "boolean") return true;
  if (!isObject(schema)) return false;
  return Object.entries(schema).every(([word, value]) => {
    switch (word) {
      case "properties":
        return isObject(value) && Object.values(value).every(checksQuickly);
      case "items":
      case "additionalProperties":
        return JSON.stringify(value).length <= MAX_REPEATED_CHARACTERS && checksQuickly(value);
      case "anyOf":
      case "oneOf":
      case "allOf":
        return Array.isArray(value) && value.every(checksQuickly);
      case "not":
        return checksQuickly(value);
      case "uniqueItems":
        return value === false || hasScalarType(schema["items"] ?? null);
      default:
        return PLAIN.has(word);
    }
  });
}

/** Scalars are compared by a table, anything else each with each other. */
const hasScalarType = (schema: Json): boolean => isObject(schema) && SCALARS.includes(schema["type"] ?? null);

const isObject = (value: Json): value is Record<string, Json> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
