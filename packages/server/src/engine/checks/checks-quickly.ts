import type { Json } from "@countersign/protocol";

/** Size limit of a schema that applies to any number of values: its size times that of a small input must stay small. */
const MAX_REPEATED_CHARACTERS = 500;

/** Keywords that look at their value once or not at all. */
const PLAIN = new Set(
  (
    "$schema $id $comment title description default examples deprecated readOnly writeOnly " +
    "type enum const required minimum maximum exclusiveMinimum exclusiveMaximum multipleOf " +
    "minLength maxLength minItems maxItems minProperties maxProperties contentMediaType contentEncoding"
  ).split(" "),
);
const SCALARS: readonly Json[] = ["string", "number", "integer", "boolean"];

/**
 * Whether a check of a small input against this schema is certainly short: each keyword looks at each value a bounded number of
 * times. A pattern, a format, a reference, unique items other than scalars, or an unknown keyword may take far longer.
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

/** Unique scalars are found with a hash table, other values by comparing all pairs. */
const hasScalarType = (schema: Json): boolean => isObject(schema) && SCALARS.includes(schema["type"] ?? null);

const isObject = (value: Json): value is Record<string, Json> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
