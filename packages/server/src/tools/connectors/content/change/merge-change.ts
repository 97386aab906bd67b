import { isJsonObject, type ContentField, type ContentType, type Json, type JsonObject } from "@countersign/protocol";
import { checkField, unknownField } from "../fields/adapters.ts";
import { fault, pointer, within, type Fault } from "../fields/field-adapter.ts";

/** A requested change of an element; undefined parts stay as they are. */
export interface ElementChange {
  /** Fields by name. Null empties a field or, in a localised field, one language. */
  set?: JsonObject;
  tags?: { add: readonly string[]; remove: readonly string[] };
  publish?: boolean;
}

/** Merges the change into the value, in the order of the type's fields. `faults` concern the changed fields only. */
export function mergeValue(
  value: JsonObject,
  set: JsonObject,
  { fields, languages }: Pick<ContentType, "fields" | "languages">,
): { value: JsonObject; faults: Fault[] } {
  const merged: JsonObject = { ...value };
  const faults: Fault[] = [];
  for (const [name, asked] of Object.entries(set)) {
    const field = fields.find((one) => one.name === name);
    if (!field) {
      faults.push(...unknownField(name, fields));
      continue;
    }
    const next = mergeField(value[name], asked, field);
    if (next === undefined) {
      delete merged[name];
      if (field.required === true) faults.push(...fault("must not be emptied", pointer(name)));
    } else {
      merged[name] = next;
      faults.push(...within(name, checkField(next, field, languages)));
    }
  }
  return { value: inOrder(merged, fields), faults };
}

function mergeField(held: Json | undefined, asked: Json, field: ContentField): Json | undefined {
  if (asked === null) return undefined;
  if (field.localized !== true || !isJsonObject(asked)) return asked;
  const merged = Object.entries({ ...(isJsonObject(held) ? held : {}), ...asked }).filter(([, one]) => one !== null);
  return merged.length === 0 ? undefined : Object.fromEntries(merged);
}

/** Gives equal values equal text, whoever wrote them. Fields that the type no longer has are kept at the end. */
function inOrder(value: JsonObject, fields: readonly ContentField[]): JsonObject {
  const known = fields.flatMap(({ name }) => (Object.hasOwn(value, name) ? [name] : []));
  const rest = Object.keys(value).filter((name) => !known.includes(name));
  return Object.fromEntries([...known, ...rest].map((name) => [name, value[name] as Json]));
}

export const mergeTags = (tags: readonly string[], change: NonNullable<ElementChange["tags"]>): string[] =>
  [...new Set([...tags, ...change.add])].filter((id) => !change.remove.includes(id)).sort();

/** Returns the names of the parts that differ: fields, `tags` and `published`. */
export function changedParts(
  now: { value: JsonObject; tags: readonly string[]; published: boolean },
  next: { value: JsonObject; tags: readonly string[]; published: boolean },
): string[] {
  const names = [...new Set([...Object.keys(now.value), ...Object.keys(next.value)])];
  return [
    ...names.filter((name) => !isSame(now.value[name], next.value[name])),
    ...(isSame([...now.tags], [...next.tags]) ? [] : ["tags"]),
    ...(now.published === next.published ? [] : ["published"]),
  ];
}

/** Compares JSON values regardless of the order of keys. */
export function isSame(one: Json | undefined, other: Json | undefined): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((entry, n) => isSame(entry, other[n]));
  }
  if (!isJsonObject(one) || !isJsonObject(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length && keys.every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key]))
  );
}
