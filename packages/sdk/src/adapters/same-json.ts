import type { Json, JsonObject } from "@countersign/protocol";

export const kindOf = (value: Json): string => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value);

/** Deep equality as JSON, regardless of key order. */
export function isSameJson(a: Json, b: Json): boolean {
  if (kindOf(a) !== kindOf(b)) return false;
  if (typeof a !== "object" || a === null || typeof b !== "object" || b === null) return a === b;
  const keys = Object.keys(a);
  const [left, right] = [a as JsonObject, b as JsonObject];
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(right, key) && isSameJson(left[key]!, right[key]!))
  );
}
