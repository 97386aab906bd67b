import { isJsonObject, type ContentField, type Json, type JsonObject } from "@countersign/protocol";
import { ToolFailure } from "../../../../core/tool-port.ts";
import { targetsOf } from "./check-settings.ts";
import { idOf } from "./element-id.ts";
import type { CollectionSettings, PayloadSettings } from "./settings.ts";

/** A field of a document in the terms of content; `undefined` where it is empty. Throws where it is not of its kind. */
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

/** The same where one language was asked for. */
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
    `The field ${name} at Payload is no ${[kind, how].join(" ").trim()} as the connection's settings say. An administrator can correct them under Connections.`,
  );

/** A group of `amount` and `currency`; the amount is a number there and text here, with at least two places. */
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

/** An id, or with several collections `{relationTo, value}`. */
function readId(raw: Json, field: ContentField, settings: PayloadSettings): string {
  const isNamed = isJsonObject(raw) && typeof raw["relationTo"] === "string";
  const id = isNamed ? raw["value"] : raw;
  if (typeof id !== "string" && typeof id !== "number") throw notOfKind(field);
  const [collection] = collectionsOf(field, settings);
  if (!collection && !isNamed) throw notOfKind(field);
  return idOf(isNamed ? (raw["relationTo"] as string) : collection!.collection, id);
}

/** Where a relation or a picture leads. */
export const collectionsOf = (field: ContentField, { collections }: PayloadSettings): CollectionSettings[] =>
  field.kind === "image"
    ? collections.filter(({ kind }) => kind === "asset")
    : (field.to ?? []).flatMap((to) => targetsOf(to, collections));

/** A block whose type the settings do not know has nothing but its id and type: it can be seen to be there. */
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
