import { isJsonObject, type ContentField, type Json, type JsonObject } from "@countersign/protocol";
import { ToolFailure } from "../../../../ports/tool.ts";
import { isSame } from "../change/merge-change.ts";
import { collectionsOf } from "./read-field.ts";
import type { PayloadSettings } from "./settings.ts";

/** Finds the document an id refers to, with its id in Payload's type; undefined if it is gone. */
export type Resolve = (id: string) => { collection: string; id: string | number } | undefined;

/** Converts a field, or one language of a localised field, for Payload. An empty value clears the field there. */
export function writeOne(value: Json | undefined, field: ContentField, settings: PayloadSettings, resolve: Resolve): Json {
  const isList = field.kind === "multiselect" || field.kind === "blocks" || (field.many === true && isRelation(field));
  if (field.kind === "money" && value === undefined) return { amount: null };
  if (value === undefined || value === null) return isList ? [] : null;
  switch (field.kind) {
    case "money":
      return isJsonObject(value) ? { ...value, amount: Number(value["amount"]) } : value;
    case "date":
      // Noon is the same day for editors nearly everywhere; midnight is the day before in half of the world.
      return typeof value === "string" ? `${value}T12:00:00.000Z` : value;
    case "relation":
    case "image":
      return Array.isArray(value)
        ? value.map((one) => writeId(one, field, settings, resolve))
        : writeId(value, field, settings, resolve);
    case "blocks":
      return Array.isArray(value) ? value.map((block) => writeBlock(block, field, settings, resolve)) : value;
    case "text":
    case "richtext":
    case "code":
    case "number":
    case "boolean":
    case "select":
    case "multiselect":
    case "json":
      return value;
  }
}

const isRelation = ({ kind }: ContentField): boolean => kind === "relation" || kind === "image";

function writeId(id: Json, field: ContentField, settings: PayloadSettings, resolve: Resolve): Json {
  const found = typeof id === "string" ? resolve(id) : undefined;
  if (!found)
    throw new ToolFailure("stale", `${field.name} refers to an element that no longer exists in Payload. Nothing was written.`);
  const isNamed = field.kind === "relation" && collectionsOf(field, settings).length > 1;
  return isNamed ? { relationTo: found.collection, value: found.id } : found.id;
}

function writeBlock(block: Json, field: ContentField, settings: PayloadSettings, resolve: Resolve): Json {
  if (!isJsonObject(block)) return block;
  const type = field.blocks?.find(({ name }) => name === block["type"]);
  const written: JsonObject = { id: block["id"] ?? null, blockType: block["type"] ?? null };
  for (const inner of type?.fields ?? []) written[inner.name] = writeOne(block[inner.name], inner, settings, resolve);
  return written;
}

/**
 * Whether Payload stored what was sent. New blocks get ids from Payload and amounts are numbers there; all else must be equal.
 */
export function isKept(
  wanted: Json | undefined,
  found: Json | undefined,
  { kind, localized }: Pick<ContentField, "kind" | "localized">,
): boolean {
  if (localized === true && isJsonObject(wanted ?? null) && isJsonObject(found ?? null)) {
    const [one, other] = [wanted as JsonObject, found as JsonObject];
    return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((language) =>
      isKept(one[language], other[language], { kind }),
    );
  }
  if (kind === "money") return isSame(plainMoney(wanted), plainMoney(found));
  if (kind === "blocks") return isSame(withoutIds(wanted), withoutIds(found));
  return isSame(wanted, found);
}

const plainMoney = (value: Json | undefined): Json | undefined =>
  isJsonObject(value ?? null) ? { ...(value as JsonObject), amount: Number((value as JsonObject)["amount"]) } : value;

const withoutIds = (value: Json | undefined): Json | undefined =>
  Array.isArray(value)
    ? value.map((block) => {
        if (!isJsonObject(block)) return block;
        const { id: _id, ...rest } = block;
        return Object.fromEntries(Object.entries(rest).filter(([, one]) => one !== null && one !== ""));
      })
    : value;
