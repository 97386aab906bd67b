import { isJsonObject, type ContentField, type Json, type JsonObject } from "@countersign/protocol";
import { ToolFailure } from "../../../../ports/tool.ts";
import { targetsOf } from "./check-settings.ts";
import { idOf } from "./element-id.ts";
import type { PayloadSettings } from "./settings.ts";
import type { CollectionSettings } from "./collection-settings.ts";

/** Converts a document's field; undefined if it is empty. Throws a `ToolFailure` if it is not of the configured kind. */
export function readField(raw: Json | undefined, field: ContentField, settings: PayloadSettings): Json | undefined {
  if (field.localized !== true) return readOne(raw, field, settings);
  if (raw === null || raw === undefined) return undefined;
  if (!isJsonObject(raw)) throw notOfKind(field, "by language");
  const parts = settings.languages.flatMap((language): [string, Json][] => {
    const part = readOne(raw[language], field, settings);
    return part === undefined ? [] : [[language, part]];
  });
  return parts.length === 0 ? undefined : Object.fromEntries(parts);
}

/** Like `readField`, for a value in one language. */
export function readOne(raw: Json | undefined, field: ContentField, settings: PayloadSettings): Json | undefined {
  if (raw === undefined || raw === null || raw === "" || (Array.isArray(raw) && raw.length === 0)) return undefined;
  switch (field.kind) {
    case "text":
    case "richtext":
    case "code":
    case "select":
      return need(field, raw, typeof raw === "string");
    case "number":
      return need(field, raw, typeof raw === "number");
    case "boolean":
      return need(field, raw, typeof raw === "boolean");
    case "multiselect":
      return need(field, raw, Array.isArray(raw) && raw.every((one) => typeof one === "string"));
    case "json":
      return need(field, raw, isJsonObject(raw));
    case "date":
      if (typeof raw !== "string" || !/^\d{4}-\d{2}-\d{2}/.test(raw)) throw notOfKind(field);
      return raw.slice(0, 10);
    case "money":
      return readMoney(raw, field);
    case "relation":
    case "image":
      return readRelation(raw, field, settings);
    case "blocks":
      if (!Array.isArray(raw)) throw notOfKind(field);
      return raw.map((block) => readBlock(block, field, settings));
  }
}

function need(field: ContentField, raw: Json, isOfKind: boolean): Json {
  if (!isOfKind) throw notOfKind(field);
  return raw;
}

const notOfKind = ({ name, kind }: ContentField, how = ""): ToolFailure =>
  new ToolFailure(
    "handler",
    `The field ${name} in Payload is not a ${[kind, how].join(" ").trim()}, as the connection's settings state. An administrator can correct them under Settings, Services.`,
  );

/** Reads a group of `amount` and `currency`; the amount, a number at Payload, becomes text with at least two decimals. */
function readMoney(raw: Json, field: ContentField): Json | undefined {
  if (!isJsonObject(raw)) throw notOfKind(field);
  const { amount, currency } = raw;
  if (amount === null || amount === undefined) return undefined;
  if (typeof amount !== "number" || typeof currency !== "string") throw notOfKind(field);
  return { amount: moneyText(amount), currency };
}

export const moneyText = (amount: number): string => {
  const plain = String(amount);
  return /^-?\d+(\.\d)?$/.test(plain) ? amount.toFixed(2) : plain;
};

function readRelation(raw: Json, field: ContentField, settings: PayloadSettings): Json | undefined {
  if (field.many !== true) return readId(raw, field, settings);
  if (!Array.isArray(raw)) throw notOfKind(field, "with many");
  return raw.map((one) => readId(one, field, settings));
}

/** Reads an id or, in a relation to several collections, `{relationTo, value}`. */
function readId(raw: Json, field: ContentField, settings: PayloadSettings): string {
  const isNamed = isJsonObject(raw) && typeof raw["relationTo"] === "string";
  const id = isNamed ? raw["value"] : raw;
  if (typeof id !== "string" && typeof id !== "number") throw notOfKind(field);
  const [collection] = collectionsOf(field, settings);
  if (!collection && !isNamed) throw notOfKind(field);
  return idOf(isNamed ? (raw["relationTo"] as string) : collection!.collection, id);
}

/** Returns the collections a relation or a picture may refer to. */
export const collectionsOf = (field: ContentField, { collections }: PayloadSettings): CollectionSettings[] =>
  field.kind === "image"
    ? collections.filter(({ kind }) => kind === "asset")
    : (field.to ?? []).flatMap((to) => targetsOf(to, collections));

/** A block of a type the settings do not contain keeps only its id and type, so that its presence is visible. */
function readBlock(raw: Json, field: ContentField, settings: PayloadSettings): JsonObject {
  if (!isJsonObject(raw) || typeof raw["blockType"] !== "string") throw notOfKind(field);
  const { id, blockType } = raw;
  const type = field.blocks?.find(({ name }) => name === blockType);
  const values = (type?.fields ?? []).flatMap((inner): [string, Json][] => {
    const value = readOne(raw[inner.name], inner, settings);
    return value === undefined ? [] : [[inner.name, value]];
  });
  return { ...(id !== undefined && { id }), type: blockType, ...Object.fromEntries(values) };
}
