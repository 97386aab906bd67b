import type { ContentType, JsonObject, Reference } from "@countersign/protocol";
import type { ContentSource, Look } from "../content-source.ts";
import type { AssetFiles } from "../embedded/asset-files.ts";
import { referencesOf } from "../fields/adapters.ts";

/** Everything a page refers to: elements by id, and pictures with their bytes, because the page's frame loads nothing. */
export interface Referenced {
  elements: ReadonlyMap<string, Reference>;
  /** `data:` URLs by asset id. */
  pictures: ReadonlyMap<string, string>;
}

const MAX_BYTES = 8 * 1024 * 1024;
const SHOWN = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);

export async function findReferenced(
  value: JsonObject,
  type: ContentType,
  { source, files, look }: { source: ContentSource; files: AssetFiles; look: Look },
): Promise<Referenced> {
  const ids = [...new Set(referencesOf(value, type.fields).map(({ id }) => id))];
  const elements = new Map((await source.findReferences(ids, look)).map((one) => [one.id, one]));
  const pictures = new Map<string, string>();
  let left = MAX_BYTES;
  for (const { id, file } of elements.values()) {
    if (!file || !SHOWN.has(file.mediaType) || file.size > left) continue;
    const bytes = await files.read(file.hash);
    if (!bytes) continue;
    left -= bytes.length;
    pictures.set(id, `data:${file.mediaType};base64,${bytes.toString("base64")}`);
  }
  return { elements, pictures };
}
