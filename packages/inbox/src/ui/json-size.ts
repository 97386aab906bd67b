import type { Json } from "@countersign/protocol";
import { isObject } from "./diff/json.ts";

/** How many lines a value takes when drawn, and how many characters it has as JSON. */
export interface JsonSize {
  lines: number;
  characters: number;
}

const known = new WeakMap<object, JsonSize>();

/** Cached per object, because a value that was shown never changes. */
export function jsonSize(value: Json): JsonSize {
  if (typeof value !== "object" || value === null) return { lines: 1, characters: JSON.stringify(value).length };
  const counted = known.get(value);
  if (counted) return counted;
  const size = { lines: 1, characters: 2 };
  const add = (part: Json): void => {
    const { lines, characters } = jsonSize(part);
    size.lines += lines;
    size.characters += characters + 1;
  };
  if (Array.isArray(value)) value.forEach(add);
  else if (isObject(value)) {
    for (const [name, part] of Object.entries(value)) {
      size.characters += name.length + 3;
      add(part);
    }
  }
  known.set(value, size);
  return size;
}

/** Returns how many of these values fit into `limit` lines when drawn; at least one. */
export function fitLines(values: readonly Json[], limit: number): number {
  let left = limit;
  const end = values.findIndex((value) => (left -= jsonSize(value).lines) < 0);
  return end === -1 ? values.length : Math.max(end, 1);
}
