import {
  isJsonObject,
  readImageData,
  type ContentPreview,
  type Json,
  type JsonObject,
  type PreviewImage,
} from "@countersign/protocol";
import type { Described } from "../../../../ports/tool.ts";
import { readBytes, type PayloadDocument } from "./ask-payload.ts";
import { placeOf } from "./element-id.ts";
import { readDocuments } from "./find-references.ts";
import type { PayloadConnection } from "./settings.ts";

const MAX_PICTURES = 6;
/** Bytes per picture, because a preview is stored with its action. */
const MAX_BYTES = 256 * 1024;
const LOOK_MS = 15_000;

/**
 * Adds a proposal's pictures to its preview, since their bytes are at Payload, where a reviewer may have no account. A picture
 * that cannot be read is left out; its path, type and size are always shown.
 */
export async function showPictures(connection: PayloadConnection, described: Described): Promise<Described> {
  const content = described.preview["content"] as unknown as ContentPreview | undefined;
  if (!content) return described;
  const signal = AbortSignal.timeout(LOOK_MS);
  const wanted = picturesIn(content).slice(0, MAX_PICTURES);
  const found =
    wanted.length === 0
      ? new Map<string, never>()
      : await readDocuments(connection, wanted, signal).catch(() => new Map<string, never>());
  const items: PreviewImage[] = [];
  for (const id of wanted) {
    const { document } = found.get(id) ?? {};
    const src = document && (await readPicture(connection, id, document, signal));
    const when = whenUsed(id, content, described);
    if (src) items.push({ kind: "image", src, alt: altOf(id, content), ...(when && { caption: when }) });
  }
  return withItems(described, items);
}

/** Shows the picture to be stored, which is part of the call. */
export function showUpload({ path, mediaType, base64 }: JsonObject, described: Described): Described {
  if (typeof path !== "string" || typeof mediaType !== "string" || typeof base64 !== "string") return described;
  const src = `data:${mediaType};base64,${base64}`;
  return withItems(described, readImageData(src).ok ? [{ kind: "image", src, alt: path }] : []);
}

function withItems(described: Described, items: readonly PreviewImage[]): Described {
  if (items.length === 0) return described;
  const { preview } = described;
  return { ...described, preview: { ...preview, items: [...(preview.items ?? []), ...items] as JsonObject[] } };
}

/** Returns the asset itself, or the pictures that the changed parts refer to. */
function picturesIn({ kind, elementId, references, file }: ContentPreview): string[] {
  const isPicture = (mediaType: string | undefined): boolean => mediaType?.startsWith("image/") === true;
  if (kind === "asset") return elementId !== null && isPicture(file?.mediaType) ? [elementId] : [];
  return references.filter((one) => isPicture(one.file?.mediaType)).map(({ id }) => id);
}

const altOf = (id: string, { path, references }: ContentPreview): string =>
  references.find((one) => one.id === id)?.path ?? path;

function whenUsed(id: string, { kind, changed }: ContentPreview, { current, proposed }: Described): string | undefined {
  if (kind === "asset") return undefined;
  const isIn = (state: Json | undefined): boolean => {
    const value = state !== undefined && isJsonObject(state) ? state["value"] : undefined;
    return (
      value !== undefined &&
      isJsonObject(value) &&
      changed.some((name) => JSON.stringify(value[name] ?? null).includes(`"${id}"`))
    );
  };
  const [before, after] = [isIn(current), isIn(proposed)];
  return before && !after ? "Only as it is now" : after && !before ? "Only as it would be" : undefined;
}

/** Reads the largest rendition within the limit, only from the API's own address: the key must go nowhere else. */
async function readPicture(
  connection: PayloadConnection,
  id: string,
  document: PayloadDocument,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { collection } = placeOf(connection.settings, id) ?? {};
  const { sizes = null } = document;
  const files = [document, ...(isJsonObject(sizes) ? Object.values(sizes) : [])].flatMap((file) => {
    const { filename, filesize, mimeType } = isJsonObject(file) ? file : {};
    const isFile = typeof filename === "string" && typeof filesize === "number" && typeof mimeType === "string";
    return isFile && filesize <= MAX_BYTES ? [{ filename, filesize, mimeType }] : [];
  });
  const [file] = files.sort((one, other) => other.filesize - one.filesize);
  if (!collection || !file) return undefined;
  const bytes = await readBytes(connection, signal, `${collection.collection}/file/${encodeURIComponent(file.filename)}`);
  if (!bytes || bytes.byteLength > MAX_BYTES) return undefined;
  const src = `data:${file.mimeType};base64,${bytes.toString("base64")}`;
  return readImageData(src).ok ? src : undefined;
}
