import type { Json } from "@countersign/protocol";

/** Of a schema that stands for any number of values: so much of it times a large input is still little. */
const MOST_REPEATED = 500;

/** Words that look at their value once, or say nothing about it. */
const PLAIN = new Set(
  (
    "$schema $id $comment title description default examples deprecated readOnly writeOnly " +
    "type enum const required minimum maximum exclusiveMinimum exclusiveMaximum multipleOf " +
    "minLength maxLength minItems maxItems minProperties maxProperties"
  ).split(" "),
);

/**
 * Whether a check by this schema is surely short: it holds nothing but words that look at each value once. A pattern, a format,
 * unique items, references and alternatives may each take far longer, as may a word that is not known here.
 */
export function checksQuickly(schema: Json): boolean {
  if (typeof schema === "boolean") return true;
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return false;
  return Object.entries(schema).every(([word, value]) => {
    if (word === "properties") return isObject(value) && Object.values(value).every(checksQuickly);
    if (word === "items" || word === "additionalProperties")
      return JSON.stringify(value).length <= MOST_REPEATED && checksQuickly(value);
    return PLAIN.has(word);
  });
}

const isObject = (value: Json): value is Record<string, Json> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
