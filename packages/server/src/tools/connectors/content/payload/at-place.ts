import { isJsonObject, type Json, type JsonObject } from "@countersign/protocol";

/** What is at `meta.description` of a document. */
export function readAt(document: JsonObject, place: string): Json | undefined {
  let at: Json | undefined = document;
  for (const name of place.split(".")) at = at !== undefined && isJsonObject(at) ? at[name] : undefined;
  return at;
}

/** Puts a value there; what is beside it stays, as Payload keeps what a group does not name. */
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
