import { isJsonObject, type JsonObject } from "@countersign/protocol";
import type { NextState } from "../content-source.ts";
import { isSame } from "../change/merge-change.ts";
import { pointer, type Fault } from "../fields/field-adapter.ts";
import { mayWriteField, type Access } from "./rights.ts";
import type { CollectionSettings } from "./collection-settings.ts";

/** Returns the sorted languages in which a change differs from the current value. */
export function changedLanguages(
  collection: CollectionSettings,
  now: JsonObject,
  next: JsonObject,
  changed: readonly string[],
): string[] {
  const found = new Set<string>();
  for (const { name } of collection.fields.filter((field) => field.localized === true && changed.includes(field.name))) {
    const [one, other] = [partsOf(now, name), partsOf(next, name)];
    for (const language of [...Object.keys(one), ...Object.keys(other)])
      if (!isSame(one[language], other[language])) found.add(language);
  }
  return [...found].sort();
}

const partsOf = (value: JsonObject, name: string): JsonObject => {
  const held = value[name];
  return held !== undefined && isJsonObject(held) ? held : {};
};

/** Faults that only Payload finds in a state. The dry run reports them, because a write would silently drop a part of it. */
export function checkState(
  collection: CollectionSettings,
  { now, next, changed }: { now: NextState | undefined; next: NextState; changed: readonly string[] },
  access: Access,
): Fault[] {
  const faults: Fault[] = [];
  const languages = changedLanguages(collection, now?.value ?? {}, next.value, changed);
  if (languages.length > 1) {
    const first = collection.fields.find((field) => field.localized === true && changed.includes(field.name));
    const message = `Payload writes one language at a time, but this changes ${languages.join(", ")}; propose each language separately`;
    faults.push({ path: pointer(first?.name ?? ""), message });
  }
  if (changed.includes("tags") && collection.tags === undefined)
    faults.push({ path: "/tags", message: `${collection.title} have no tags in Payload` });
  const right = now ? "update" : "create";
  for (const name of changed) {
    const place = name === "tags" ? collection.tags : name === "published" ? undefined : (collection.at[name] ?? name);
    if (place !== undefined && !mayWriteField(access, place, right))
      faults.push({ path: pointer(name), message: "cannot be changed with the connection's API key" });
  }
  return faults;
}
