import { isJsonObject, type ContentField, type FieldKind, type Json, type JsonObject } from "@countersign/protocol";
import { bounds, checkCount, multiselect, select } from "./choices.ts";
import { fault, given, pointer, within, type Fault, type FieldAdapter, type NamedElement } from "./field-adapter.ts";
import { boolean, date, money, number } from "./numbers.ts";
import { image, relation } from "./references.ts";
import { richtext, text } from "./texts.ts";

const MAX_BLOCKS = 200;
const BLOCK_ID = /^[A-Za-z0-9_-]{1,64}$/;

const json: FieldAdapter = {
  schema: () => ({ type: "object" }),
  check: (value) => (isJsonObject(value) ? [] : fault("must be an object")),
};

type BlockType = NonNullable<ContentField["blocks"]>[number];
const blockTypes = (field: ContentField): readonly BlockType[] => field.blocks ?? [];

/** Parts of a page in order, each with a stable id, so that a reviewer sees which one changed and which one moved. */
const blocks: FieldAdapter = {
  schema: (field) =>
    given({
      type: "array",
      items: { oneOf: blockTypes(field).map((type) => blockSchema(type)) },
      ...bounds({ ...field, maxItems: field.maxItems ?? MAX_BLOCKS }),
    }),
  check(value, field) {
    if (!Array.isArray(value)) return fault("must be a list of blocks");
    const ids = value.map((one) => (isJsonObject(one) ? one["id"] : undefined));
    const faults = value.flatMap((one, n) => within(n, checkBlock(one, field)));
    const again = ids.findIndex((id, n) => ids.indexOf(id) < n);
    if (faults.length === 0 && again !== -1) return fault("is the id of two blocks", `${pointer(again)}/id`);
    return [...faults, ...checkCount(value, { ...field, maxItems: field.maxItems ?? MAX_BLOCKS })];
  },
  references: (value, field) =>
    Array.isArray(value)
      ? value.flatMap((one, n) => {
          const type = isJsonObject(one) && blockTypes(field).find(({ name }) => name === one["type"]);
          return type ? named(n, referencesOf(one as JsonObject, type.fields)) : [];
        })
      : [],
};

const blockSchema = ({ name, title, fields }: BlockType): JsonObject =>
  given({
    type: "object",
    title,
    properties: { id: { type: "string", pattern: BLOCK_ID.source }, type: { const: name }, ...schemasOf(fields, []) },
    required: ["id", "type", ...requiredOf(fields)],
    additionalProperties: false,
  });

function checkBlock(block: Json, field: ContentField): Fault[] {
  if (!isJsonObject(block)) return fault("must be a block: an object with id and type");
  const { id, type: typeName, ...values } = block;
  if (typeof id !== "string" || !BLOCK_ID.test(id)) return fault("must be letters, digits, `_` and `-`, at most 64", "/id");
  const type = blockTypes(field).find(({ name }) => name === typeName);
  if (!type)
    return fault(
      `must be one of ${blockTypes(field)
        .map(({ name }) => name)
        .join(", ")}`,
      "/type",
    );
  return checkValue(values, type.fields, []);
}

const ADAPTERS: Record<FieldKind, FieldAdapter> = {
  text,
  richtext,
  number,
  money,
  date,
  select,
  multiselect,
  boolean,
  relation,
  image,
  blocks,
  code: text,
  json,
};

const named = (key: string | number, elements: readonly NamedElement[]): NamedElement[] =>
  elements.map((element) => ({ ...element, path: `${pointer(key)}${element.path}` }));

/** Values of a localised field by language; the value of any other field without a language. */
const partsOf = (value: Json, field: ContentField): [string | undefined, Json][] =>
  field.localized === true && isJsonObject(value) ? Object.entries(value) : [[undefined, value]];

/** Checks one field's value as it would be stored. */
export function checkField(value: Json, field: ContentField, languages: readonly string[]): Fault[] {
  const adapter = ADAPTERS[field.kind];
  if (field.localized !== true) return adapter.check(value, field);
  if (!isJsonObject(value)) return fault(`must be an object by language: ${languages.join(", ")}`);
  return Object.entries(value).flatMap(([language, one]) =>
    languages.includes(language)
      ? within(language, adapter.check(one, field))
      : fault(`must be one of the languages ${languages.join(", ")}`, pointer(language)),
  );
}

/** Checks a whole value: every field is known and valid, and every required one is present. */
export function checkValue(value: JsonObject, fields: readonly ContentField[], languages: readonly string[]): Fault[] {
  const byName = new Map(fields.map((field) => [field.name, field]));
  const faults = Object.entries(value).flatMap(([name, one]) => {
    const field = byName.get(name);
    return field ? within(name, checkField(one, field, languages)) : unknownField(name, fields);
  });
  return [...faults, ...checkRequired(value, fields)];
}

export const unknownField = (name: string, fields: readonly ContentField[]): Fault[] =>
  fault(`is not a field; the fields are ${fields.map((field) => field.name).join(", ")}`, pointer(name));

export const checkRequired = (value: JsonObject, fields: readonly ContentField[]): Fault[] =>
  requiredOf(fields).flatMap((name) => (isEmpty(value[name]) ? fault("is required", pointer(name)) : []));

const isEmpty = (value: Json | undefined): boolean =>
  value === undefined || value === null || value === "" || (isJsonObject(value) && Object.keys(value).length === 0);

/** Lists the elements a value refers to, each with its path in the value. */
export function referencesOf(value: JsonObject, fields: readonly ContentField[]): NamedElement[] {
  return fields.flatMap((field) => {
    const held = value[field.name];
    const { references } = ADAPTERS[field.kind];
    if (held === undefined || !references) return [];
    return partsOf(held, field).flatMap(([language, part]) => {
      const found = references(part, field);
      return named(field.name, language === undefined ? found : named(language, found));
    });
  });
}

const requiredOf = (fields: readonly ContentField[]): string[] =>
  fields.flatMap(({ name, required }) => (required === true ? name : []));

export const schemasOf = (fields: readonly ContentField[], languages: readonly string[]): JsonObject =>
  Object.fromEntries(fields.map((field) => [field.name, schemaOf(field, languages)]));

function schemaOf(field: ContentField, languages: readonly string[]): JsonObject {
  const { title, description } = field;
  const one = { ...ADAPTERS[field.kind].schema(field), ...given({ title, description }) };
  if (field.localized !== true) return one;
  const properties = Object.fromEntries(languages.map((language) => [language, ADAPTERS[field.kind].schema(field)]));
  return given({ type: "object", title, description, properties, additionalProperties: false });
}

/** JSON Schema of the values of a type. */
export const typeSchema = (fields: readonly ContentField[], languages: readonly string[]): JsonObject => ({
  type: "object",
  properties: schemasOf(fields, languages),
  required: requiredOf(fields),
  additionalProperties: false,
});
