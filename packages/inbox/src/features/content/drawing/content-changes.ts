import type { ContentField, ContentState, Json, JsonObject } from "@countersign/protocol";
import { sameJson, type FieldChange } from "../../../ui/diff/field-changes.ts";
import { isObject } from "../../../ui/diff/json.ts";

/** Kind of a part of an element: a field of its type, a field unknown to its type, or a part that every element has. */
export type ContentPart = { part: "field"; field: ContentField } | { part: "other" | "path" | "tags" | "published" };

/** One part of an element before and after; undefined if that side has no value. */
export type ContentChange = ContentPart & {
  /** Name of the field, or else of the part. */
  name: string;
  kind: FieldChange["kind"];
  before: Json | undefined;
  after: Json | undefined;
};

/**
 * Compares two states part by part, in the order of the type. The states themselves are compared, not what a preview says of
 * them. A missing value equals null.
 */
export function contentChanges(
  fields: readonly ContentField[],
  before: ContentState | null,
  after: ContentState | null,
): ContentChange[] {
  const names = new Set(fields.map(({ name }) => name));
  const others = [...new Set([before, after].flatMap((state) => Object.keys(state?.value ?? {})))].filter(
    (name) => !names.has(name),
  );
  const compare = (part: ContentPart, name: string, of: (state: ContentState) => Json | undefined): ContentChange => {
    const sides = { before: before ? of(before) : undefined, after: after ? of(after) : undefined };
    return { ...part, name, kind: kindOf(sides.before, sides.after), ...sides };
  };
  const changes = [
    compare({ part: "path" }, "path", ({ path }) => path),
    ...fields.map((field) => compare({ part: "field", field }, field.name, ({ value }) => own(value, field.name))),
    ...others.map((name) => compare({ part: "other" }, name, ({ value }) => own(value, name))),
    compare({ part: "tags" }, "tags", ({ tags }) => (tags.length === 0 ? undefined : tags)),
    compare({ part: "published" }, "published", ({ published }) => published),
  ];
  // For an added or removed element, only the parts that have a value are listed.
  return before && after ? changes : changes.filter((change) => !isNone(change.before) || !isNone(change.after));
}

/** One language of a localised field. */
export interface LanguageChange {
  language: string;
  kind: FieldChange["kind"];
  before: Json | undefined;
  after: Json | undefined;
}

/** Splits a localised field by language; null if a side is not an object of languages. */
export function languageChanges(before: Json | undefined, after: Json | undefined): LanguageChange[] | null {
  const sides = [before ?? {}, after ?? {}];
  if (!sides.every(isObject)) return null;
  const [old, fresh] = sides as [JsonObject, JsonObject];
  return [...new Set([...Object.keys(fresh), ...Object.keys(old)])].map((language) => {
    const values = { before: own(old, language), after: own(fresh, language) };
    return { language, kind: kindOf(values.before, values.after), ...values };
  });
}

export function kindOf(before: Json | undefined, after: Json | undefined): FieldChange["kind"] {
  if (isNone(before)) return isNone(after) ? "same" : "added";
  if (isNone(after)) return "removed";
  return sameJson(before, after) ? "same" : "changed";
}

const isNone = (value: Json | undefined): value is null | undefined => value === undefined || value === null;

/** Reads an own key only: a name such as `__proto__` must not reach a prototype. */
const own = (value: JsonObject, name: string): Json | undefined => (Object.hasOwn(value, name) ? value[name] : undefined);
