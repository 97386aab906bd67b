import type { ContentField, Json } from "@countersign/protocol";
import { bounds, checkCount, checkUnique } from "./choices.ts";
import { fault, given, pointer, type Fault, type FieldAdapter, type NamedElement } from "./field-adapter.ts";

const isId = (value: Json): value is string => typeof value === "string" && /^[A-Za-z0-9_-]{1,100}$/.test(value);

/** References must be ids: what a path leads to can change between the approval and the run. */
const NOT_AN_ID = "must be the id of an element; its path is not enough";

function check(value: Json, field: ContentField): Fault[] {
  if (field.many !== true) return isId(value) ? [] : fault(NOT_AN_ID);
  if (!Array.isArray(value)) return fault("must be a list of ids");
  const strange = value.flatMap((one, n) => (isId(one) ? [] : fault(NOT_AN_ID, pointer(n))));
  return strange.length > 0 ? strange : [...checkCount(value, field), ...checkUnique(value)];
}

function elementsOf(value: Json, field: ContentField, isImage: boolean): NamedElement[] {
  const to = isImage ? [{ kind: "asset" as const }] : (field.to ?? []);
  if (!Array.isArray(value)) return isId(value) ? [{ path: "", id: value, to, isImage }] : [];
  return value.flatMap((id, n) => (isId(id) ? [{ path: pointer(n), id, to, isImage }] : []));
}

const adapter = (isImage: boolean, words: string): FieldAdapter => {
  const one = { type: "string", description: words };
  return {
    schema: (field) => (field.many === true ? given({ type: "array", items: one, uniqueItems: true, ...bounds(field) }) : one),
    check,
    references: (value, field) => elementsOf(value, field, isImage),
  };
};

export const relation = adapter(false, "Id of an element");
export const image = adapter(true, "Id of an image asset");
