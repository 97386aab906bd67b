import type { Json, JsonObject, PreviewImage } from "@countersign/protocol";

/** Consecutive items of a preview that are drawn as one thing. */
export type PreviewPart =
  | { kind: "image"; image: PreviewImage }
  | { kind: "table"; title?: string; columns: readonly string[]; rows: readonly (readonly (Json | undefined)[])[] };

/** Groups items in their order: pictures and tables as such, consecutive plain items as rows of one table. */
export function previewParts(items: readonly JsonObject[]): PreviewPart[] {
  const parts: PreviewPart[] = [];
  let plain: JsonObject[] = [];
  const endPlain = (): void => {
    if (plain.length > 0) parts.push(tableOf(plain));
    plain = [];
  };
  for (const item of items) {
    const part = ownPart(item);
    if (part) {
      endPlain();
      parts.push(part);
    } else plain.push(item);
  }
  endPlain();
  return parts;
}

/** Returns a picture or table. Items of another shape, such as an older preview's, stay plain, so that nothing is left out. */
function ownPart(item: JsonObject): PreviewPart | undefined {
  const { kind, src, alt, caption, title, columns, rows, ...more } = item;
  if (Object.keys(more).length > 0) return undefined;
  if (kind === "image" && typeof src === "string" && typeof alt === "string" && isTextOrNone(caption)) {
    if (title === undefined && columns === undefined && rows === undefined) {
      return { kind, image: { kind, src, alt, ...(caption === undefined ? {} : { caption }) } };
    }
  }
  if (kind === "table" && isTextOrNone(title) && Array.isArray(columns) && Array.isArray(rows)) {
    const isTable =
      columns.every((name) => typeof name === "string") &&
      rows.every((row) => Array.isArray(row) && row.length === columns.length) &&
      [src, alt, caption].every((value) => value === undefined);
    if (isTable) return { kind, ...(title === undefined ? {} : { title }), columns, rows: rows as Json[][] };
  }
  return undefined;
}

const isTextOrNone = (value: Json | undefined): value is string | undefined => value === undefined || typeof value === "string";

function tableOf(items: readonly JsonObject[]): PreviewPart {
  const columns = [...new Set(items.flatMap((item) => Object.keys(item)))];
  const rows = items.map((item) => columns.map((name) => (Object.hasOwn(item, name) ? item[name] : undefined)));
  return { kind: "table", columns, rows };
}
