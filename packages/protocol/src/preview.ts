import { z } from "zod";
import { MAX_IMAGE_BYTES, readImageData } from "./image-data.ts";
import { isJsonObject, jsonObject, text, type JsonObject } from "./json.ts";

const MAX_IMAGES = 10;
const MAX_CELLS = 50_000;

/** Image of the result, such as a rendered page or a chart. */
export const previewImageSchema = z.strictObject({
  kind: z.literal("image"),
  src: z
    .string()
    .superRefine((source, context) => {
      const image = readImageData(source);
      if (!image.ok) context.addIssue({ code: "custom", message: image.reason });
    })
    .describe(`\`data:image/png;base64,…\`, or jpeg, gif, webp; at most ${MAX_IMAGE_BYTES / 1024} KiB`),
  alt: text(500).min(1).describe("What is to be seen, in words"),
  caption: text(500).optional(),
});
export type PreviewImage = z.infer<typeof previewImageSchema>;

/** Table whose rows all have the same columns. */
export const previewTableSchema = z
  .strictObject({
    kind: z.literal("table"),
    title: text(200).min(1).optional(),
    columns: z.array(text(200)).min(1).max(50),
    rows: z.array(z.array(z.union([z.string(), z.number(), z.boolean(), z.null()]))),
  })
  .superRefine(({ columns, rows }, context) => {
    const odd = rows.findIndex((row) => row.length !== columns.length);
    if (odd >= 0)
      context.addIssue({ code: "custom", path: ["rows", odd], message: `must have ${columns.length} cells, one a column` });
    if (rows.length * columns.length > MAX_CELLS) {
      context.addIssue({ code: "custom", path: ["rows"], message: `may have at most ${MAX_CELLS} cells in all` });
    }
  });
export type PreviewTable = z.infer<typeof previewTableSchema>;

const KINDS = { image: previewImageSchema, table: previewTableSchema } as const;
const isKind = (kind: unknown): kind is keyof typeof KINDS => typeof kind === "string" && Object.hasOwn(KINDS, kind);

/** Preview as stored and read. An item whose kind is neither `image` nor `table` is a row of plain fields. */
export const previewSchema = z
  .object({
    title: z.string(),
    summary: z.string().optional(),
    items: z.array(jsonObject).optional(),
  })
  .loose()
  .describe("Derived from the input by the tool; `title` says what will happen");
export type Preview = z.infer<typeof previewSchema>;

/** Preview as a tool may return it: items of kind `image` or `table` must be valid. */
export const drawnPreviewSchema = previewSchema.superRefine(({ items = [] }, context) => {
  if (items.filter(({ kind }) => kind === "image").length > MAX_IMAGES) {
    context.addIssue({ code: "custom", path: ["items"], message: `may hold at most ${MAX_IMAGES} pictures` });
  }
  for (const [index, item] of items.entries()) {
    const kind = item["kind"];
    if (!isKind(kind)) continue;
    for (const issue of KINDS[kind].safeParse(item).error?.issues ?? []) {
      context.addIssue({ code: "custom", path: ["items", index, ...issue.path], message: issue.message });
    }
  }
});

/** Returns the preview for lists: images without their bytes, tables without their rows. */
export function lightPreview(preview: Preview): Preview {
  if (!preview.items?.some(({ kind }) => isKind(kind))) return preview;
  return { ...preview, items: preview.items.map(lightItem) };
}

function lightItem(item: JsonObject): JsonObject {
  if (!isJsonObject(item) || !isKind(item["kind"])) return item;
  const { src: _src, rows: _rows, ...light } = item;
  return light;
}
