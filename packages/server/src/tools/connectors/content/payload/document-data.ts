import { isJsonObject, type Json, type JsonObject } from "@countersign/protocol";
import { ToolFailure } from "../../../../ports/tool.ts";
import type { NextState } from "../content-source.ts";
import { referencesOf } from "../fields/adapters.ts";
import { putAt } from "./at-place.ts";
import { readDocuments } from "./find-references.ts";
import type { PayloadConnection } from "./settings.ts";
import type { CollectionSettings } from "./collection-settings.ts";
import { writeOne, type Resolve } from "./write-field.ts";

/** Puts the changed fields and tags at their places in the document; of localised fields the part in `language`. */
export function dataOf(
  { settings }: PayloadConnection,
  collection: CollectionSettings,
  {
    next,
    changed,
    language,
    resolve,
  }: { next: NextState; changed: readonly string[]; language: string | undefined; resolve: Resolve },
): JsonObject {
  const data: JsonObject = {};
  for (const field of collection.fields.filter(({ name }) => changed.includes(name))) {
    const value = partIn(next.value[field.name], field.localized === true ? language : undefined);
    putAt(data, collection.at[field.name] ?? field.name, writeOne(value, field, settings, resolve));
  }
  if (changed.includes("tags") && collection.tags !== undefined) {
    const ids = next.tags.map((id) => resolve(id)?.id ?? missing(id));
    putAt(data, collection.tags, ids);
  }
  return data;
}

export const partIn = (value: Json | undefined, language: string | undefined): Json | undefined =>
  language === undefined ? value : value !== undefined && isJsonObject(value) ? value[language] : undefined;

function missing(id: string): never {
  throw new ToolFailure("stale", `The tag ${id} no longer exists in Payload. Nothing was written.`);
}

/** Looks up what the changed parts refer to, so that each id is sent in its type at Payload and no reference dangles. */
export async function resolver(
  connection: PayloadConnection,
  collection: CollectionSettings,
  { next, changed }: { next: NextState; changed: readonly string[] },
  signal: AbortSignal,
): Promise<Resolve> {
  const fields = collection.fields.filter(({ name }) => changed.includes(name));
  const ids = [...(changed.includes("tags") ? next.tags : []), ...referencesOf(next.value, fields).map(({ id }) => id)];
  const found = ids.length === 0 ? new Map<string, never>() : await readDocuments(connection, ids, signal);
  return (id) => {
    const held = found.get(id);
    return held && { collection: held.collection.collection, id: held.document.id };
  };
}
