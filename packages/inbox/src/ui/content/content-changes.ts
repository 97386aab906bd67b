import type { ContentField, ContentState, Json, JsonObject } from "@countersign/protocol";
import { sameJson, type FieldChange } from "../diff/field-changes.ts";
import { isObject } from "../diff/is-object.ts";

/** What a part of an element is: a field of its type, one its type does not know, or what every element has. */
export type ContentPart = { part: "field"; field: ContentField } | { part: "other" | "path" | "tags" | "published" };

/** One part of an element before and after. `undefined`: there is no value. */
export type ContentChange = ContentPart & {
  /** Of a field; else the part. */
  name: string;
  kind: FieldChange["kind"];
  before: Json | undefined;
  after: Json | undefined;
};

/**
 * Two states part by part, in the order of the type. It is computed of the states themselves, not taken from what a preview
 * says of them. A missing value and null are the same: nothing.
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
  // Of an element that is not there on one side, what it has there is all there is to say.
  return before && after ? changes : changes.filter((change) => !isNone(change.before) || !isNone(change.after));
}

/** One language of a localised field. */
export interface LanguageChange {
  language: string;
  kind: FieldChange["kind"];
  before: Json | undefined;
  after: Json | undefined;
}

/** A localised field by language, or null where a side is no object of them. */
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

/** An own key only: a name such as `__proto__` reaches no prototype. */
const own = (value: JsonObject, name: string): Json | undefined => (Object.hasOwn(value, name) ? value[name] : undefined);
