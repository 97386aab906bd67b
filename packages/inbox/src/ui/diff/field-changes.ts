import type { Json, JsonObject } from "@countersign/protocol";
import { isObject } from "./json.ts";

/** One field of a value before and after. `path` is empty for a value that has no fields of its own. */
export interface FieldChange {
  path: readonly string[];
  kind: "added" | "removed" | "changed" | "same";
  before: Json | undefined;
  after: Json | undefined;
}

const MAX_DEPTH = 4;

/** Compares two values field by field, going into objects that are there on both sides. Arrays are compared whole. */
export function fieldChanges(before: Json | undefined, after: Json | undefined, path: readonly string[] = []): FieldChange[] {
  if (isObject(before) && isObject(after) && path.length < MAX_DEPTH) {
    return fieldNames(before, after).flatMap((name) => fieldChanges(field(before, name), field(after, name), [...path, name]));
  }
  return [{ path, kind: kindOf(before, after), before, after }];
}

/** Tools use null for "no value", so a change from null is an addition and one to null a removal. */
function kindOf(before: Json | undefined, after: Json | undefined): FieldChange["kind"] {
  if (before === undefined || after === undefined) return before === undefined ? "added" : "removed";
  if (sameJson(before, after)) return "same";
  if (before === null) return "added";
  return after === null ? "removed" : "changed";
}

/** Field names in the new value's order, then the removed ones. */
const fieldNames = (before: JsonObject, after: JsonObject): string[] => [
  ...Object.keys(after),
  ...Object.keys(before).filter((name) => !Object.hasOwn(after, name)),
];

/** Reads an own field only: a name such as `__proto__` or `toString` must not reach a prototype. */
const field = (value: JsonObject, name: string): Json | undefined => (Object.hasOwn(value, name) ? value[name] : undefined);

/** Whether two values are equal as data, whatever the order of their objects' keys. */
export function sameJson(one: Json, other: Json): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => sameJson(item, other[index] as Json));
  }
  if (isObject(one) && isObject(other)) {
    const names = Object.keys(one);
    return (
      names.length === Object.keys(other).length &&
      names.every((name) => Object.hasOwn(other, name) && sameJson(one[name] as Json, other[name] as Json))
    );
  }
  return one === other;
}
