import { isJsonObject, type Json, type JsonObject } from "@countersign/protocol";

/** Reads the value at a path such as `meta.description`; undefined if there is none. */
export function readAt(document: JsonObject, place: string): Json | undefined {
  let at: Json | undefined = document;
  for (const name of place.split(".")) at = at !== undefined && isJsonObject(at) ? at[name] : undefined;
  return at;
}

/** Sets the value at a path. Values beside it may be left out, because Payload keeps what a group does not name. */
export function putAt(document: JsonObject, place: string, value: Json): void {
  const names = place.split(".");
  const last = names.pop()!;
  let at = document;
  for (const name of names) {
    const inner = at[name];
    at = at[name] = inner !== undefined && isJsonObject(inner) ? inner : {};
  }
  at[last] = value;
}
