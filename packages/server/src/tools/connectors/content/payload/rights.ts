import { isJsonObject, type ContentRight, type Json } from "@countersign/protocol";
import { askPayload } from "./ask-payload.ts";
import type { CollectionSettings, PayloadConnection } from "./settings.ts";

/** What the API key may do with a collection; `true`, an object with a condition, or left out. */
export type Access = { read?: Json; update?: Json; create?: Json; readVersions?: Json; fields?: Json };

export const readAccess = (
  connection: PayloadConnection,
  { collection }: CollectionSettings,
  signal: AbortSignal | undefined,
  id?: string,
): Promise<Access> =>
  askPayload<Access>(connection, signal, { method: "POST", path: `${collection}/access${id === undefined ? "" : `/${id}`}` });

/** Publishing is a write to Payload; only documents have something to publish. */
export function allows(access: Access, right: ContentRight, { kind }: CollectionSettings): boolean {
  if (right === "view") return isYes(access.read);
  if (right === "create") return isYes(access.create);
  return right === "publish" ? kind === "document" && isYes(access.update) : isYes(access.update);
}

/** A condition is a yes for some documents: Payload holds it against the one in question when it is written. */
export const isYes = (right: Json | undefined): boolean => right === true || isJsonObject(right ?? null);

/** Of `fields`: `true` for all, or by name, groups with `fields` of their own. Payload drops the others from a write without a word. */
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
