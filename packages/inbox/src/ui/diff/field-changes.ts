import type { Json, JsonObject } from "@countersign/protocol";
import { isObject } from "./is-object.ts";

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

/** `null` is how a tool says that there is no value, so becoming one is being new. */
function kindOf(before: Json | undefined, after: Json | undefined): FieldChange["kind"] {
  if (before === undefined || after === undefined) return before === undefined ? "added" : "removed";
  if (sameJson(before, after)) return "same";
  if (before === null) return "added";
  return after === null ? "removed" : "changed";
}

/** The new value's order, then what it lost. */
const fieldNames = (before: JsonObject, after: JsonObject): string[] => [
  ...Object.keys(after),
  ...Object.keys(before).filter((name) => !Object.hasOwn(after, name)),
];

/** An own field only: a name such as `__proto__` or `toString` reaches no prototype. */
const field = (value: JsonObject, name: string): Json | undefined => (Object.hasOwn(value, name) ? value[name] : undefined);

/** Equal as data: the order of an object's keys does not count. */
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
