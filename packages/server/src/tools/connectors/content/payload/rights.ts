import { isJsonObject, type ContentRight, type Json } from "@countersign/protocol";
import { askPayload } from "./ask-payload.ts";
import type { PayloadConnection } from "./settings.ts";
import type { CollectionSettings } from "./collection-settings.ts";

/** Rights of the API key on a collection: each is `true`, an object with a condition, or absent. */
export type Access = { read?: Json; update?: Json; create?: Json; readVersions?: Json; fields?: Json };

export const readAccess = (
  connection: PayloadConnection,
  { collection }: CollectionSettings,
  signal: AbortSignal | undefined,
  id?: string,
): Promise<Access> =>
  askPayload<Access>(connection, signal, { method: "POST", path: `${collection}/access${id === undefined ? "" : `/${id}`}` });

/** Publishing is an update at Payload, and only documents can be published. */
export function allows(access: Access, right: ContentRight, { kind }: CollectionSettings): boolean {
  if (right === "view") return isYes(access.read);
  if (right === "create") return isYes(access.create);
  return right === "publish" ? kind === "document" && isYes(access.update) : isYes(access.update);
}

/** A condition counts as a yes: Payload checks it against the document in question on the write. */
export const isYes = (right: Json | undefined): boolean => right === true || isJsonObject(right ?? null);

/** `fields`: `true` for all, or entries by name, nested in groups. Payload silently drops other fields from a write. */
export function mayWriteField(access: Access, place: string, right: "update" | "create"): boolean {
  let fields = access.fields;
  for (const name of place.split(".")) {
    if (fields === true || fields === undefined) return true;
    const field: Json | undefined = isJsonObject(fields) ? fields[name] : undefined;
    if (field === true) return true;
    if (field === undefined || !isJsonObject(field)) return false;
    if (field[right] !== undefined && field[right] !== false) return true;
    fields = field["fields"] ?? false;
  }
  return false;
}
