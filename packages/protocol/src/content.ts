import { z } from "zod";
import { jsonObject, text } from "./json.ts";
import { CONTENT_RIGHTS, ELEMENT_KINDS, FIELD_KINDS } from "./words.ts";

export type ElementKind = (typeof ELEMENT_KINDS)[number];
export type FieldKind = (typeof FIELD_KINDS)[number];

/** Name of a field, type or block; valid as a JSON key and a column name. */
const fieldName = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/, "a letter, then letters, digits and `_`, at most 64");

/** Path of an element, e.g. `/products/chairs/oslo`. Unique among the elements of its kind. */
export const elementPath = text(500).regex(
  /^(?:\/(?!\.{1,2}(?:\/|$))[^/\p{Cc}\p{Cf}\s](?:[^/\p{Cc}\p{Cf}]*[^/\p{Cc}\p{Cf}\s])?)+$/u,
  "names with `/` before each, none of them `.` or `..` or with a space at its ends",
);

/**
 * One field of a type. Constraints have the names and meanings of JSON Schema. Values by kind: `text`, `richtext` (HTML limited
 * to a few elements) and `code` are strings, `money` is `{amount: "12.50", currency: "EUR"}`, `date` is `2026-01-31`, `select`
 * is one of `options`, `multiselect` several, `relation` and `image` the id of an element or, with `many`, a list of ids,
 * `blocks` a list of `{id, type, …fields}`, `json` an object. A localised field is an object with one such value per language.
 */
export interface ContentField {
  name: string;
  kind: FieldKind;
  title?: string | undefined;
  description?: string | undefined;
  required?: boolean | undefined;
  localized?: boolean | undefined;
  minLength?: number | undefined;
  maxLength?: number | undefined;
  pattern?: string | undefined;
  minimum?: number | undefined;
  maximum?: number | undefined;
  multipleOf?: number | undefined;
  minItems?: number | undefined;
  maxItems?: number | undefined;
  options?: string[] | undefined;
  currencies?: string[] | undefined;
  many?: boolean | undefined;
  /** Allowed targets of a relation; omitted: any element. */
  to?: { kind: ElementKind; type?: string | undefined }[] | undefined;
  /** Block types. Blocks cannot contain blocks. */
  blocks?: { name: string; title?: string | undefined; fields: ContentField[] }[] | undefined;
}

const count = z.number().int().min(0).max(1_000_000);
const fieldBase = z.strictObject({
  name: fieldName,
  kind: z.enum(FIELD_KINDS),
  title: text(200).min(1).optional(),
  description: text(1000).optional(),
  required: z.boolean().optional(),
  localized: z.boolean().optional(),
  minLength: count.optional(),
  maxLength: count.optional(),
  pattern: text(500).min(1).optional().describe("A regular expression that a text has to match"),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  multipleOf: z.number().positive().optional(),
  minItems: count.optional(),
  maxItems: count.optional(),
  options: z.array(text(200).min(1)).min(1).max(1000).optional(),
  currencies: z
    .array(z.string().regex(/^[A-Z]{3}$/))
    .min(1)
    .max(200)
    .optional(),
  many: z.boolean().optional(),
  to: z
    .array(z.strictObject({ kind: z.enum(ELEMENT_KINDS), type: text(200).min(1).optional() }))
    .min(1)
    .max(50)
    .optional(),
});
const block = z.strictObject({ name: fieldName, title: text(200).min(1).optional(), fields: z.array(fieldBase).max(50) });
export const contentFieldSchema: z.ZodType<ContentField> = fieldBase.extend({
  blocks: z.array(block).min(1).max(50).optional(),
});

/** Definition of the elements of one kind and type. */
export const contentTypeSchema = z.object({
  kind: z.enum(ELEMENT_KINDS),
  name: text(200).min(1).describe("A class of objects, `page`, `snippet` or `email`; of the other kinds there is one"),
  title: text(200).min(1),
  fields: z.array(contentFieldSchema).max(200),
  languages: z
    .array(z.string().regex(/^[a-z]{2}(-[A-Z]{2})?$/))
    .max(50)
    .describe("Of its localised fields"),
});
export type ContentType = z.infer<typeof contentTypeSchema>;
export const storedTypeSchema = contentTypeSchema.extend({
  revision: z.number().int(),
  elements: z.number().int().describe("How many there are"),
  jsonSchema: jsonObject.describe("JSON Schema 2020-12 of a value"),
});
export type StoredType = z.infer<typeof storedTypeSchema>;
export const writeTypeSchema = contentTypeSchema.omit({ kind: true, name: true });
export type WriteType = z.infer<typeof writeTypeSchema>;

const person = z.object({ kind: z.string(), id: z.string(), name: z.string() });

export const elementFileSchema = z.object({
  hash: z.string().describe("SHA-256, hex; read it at `/api/content/files/{hash}`"),
  mediaType: z.string(),
  size: z.number().int().describe("In bytes"),
  width: z.number().int().optional(),
  height: z.number().int().optional(),
});
export type ElementFile = z.infer<typeof elementFileSchema>;

/** Summary of a referenced element, enough for a reader to recognise it. */
export const referenceSchema = z.object({
  id: z.string(),
  kind: z.enum(ELEMENT_KINDS),
  type: z.string(),
  path: z.string(),
  title: z.string(),
  file: elementFileSchema.nullable(),
});
export type Reference = z.infer<typeof referenceSchema>;

export const elementSummarySchema = referenceSchema.extend({
  revision: z.number().int(),
  version: z.string().describe("Version token; a change names the one it was made from"),
  published: z.number().int().nullable().describe("The revision that visitors see; null for a draft"),
  modifiedAt: z.string(),
  modifiedBy: person,
  tags: z.array(z.string()).describe("Ids"),
  openProposals: z.number().int().describe("Proposals on it that nobody has decided"),
});
export type ElementSummary = z.infer<typeof elementSummarySchema>;

export const elementSchema = elementSummarySchema.extend({
  value: jsonObject.describe("Its fields by name"),
  references: z.array(referenceSchema).describe("What its value and its tags name, each once"),
  proposals: z.array(z.object({ pendingActionId: z.string(), title: z.string(), createdAt: z.string() })),
  may: z.object({ edit: z.boolean(), publish: z.boolean() }).describe("You, here"),
});
export type ContentElement = z.infer<typeof elementSchema>;

export const elementPageSchema = z.object({
  items: z.array(elementSummarySchema),
  folders: z.array(z.object({ path: z.string(), elements: z.number().int() })).describe("Directly in the folder asked for"),
  nextCursor: z.string().nullable(),
});
export type ElementPage = z.infer<typeof elementPageSchema>;

export const elementRevisionSchema = z.object({
  revision: z.number().int(),
  path: z.string(),
  value: jsonObject,
  tags: z.array(z.string()),
  published: z.number().int().nullable(),
  file: elementFileSchema.nullable(),
  pendingActionId: z.string().nullable().describe("The action that wrote it"),
  restored: z.number().int().nullable().describe("The revision it brought back"),
  modifiedAt: z.string(),
  modifiedBy: person,
});
export type ElementRevision = z.infer<typeof elementRevisionSchema>;

/** A person's direct change. `version` is the one it was made from; nothing is written if it is not current. */
export const changeElementSchema = z.strictObject({
  version: text(200).min(1),
  set: jsonObject.optional().describe("Fields to change; null empties one, and in a localised field one language"),
  tags: z.array(text(100).min(1)).max(200).optional().describe("All its tags from now on, by id"),
  publish: z.boolean().optional().describe("True: visitors see it as it is now; false: they see nothing of it"),
  restore: z.number().int().min(1).optional().describe("Restores the value and tags of this revision; alone"),
});
export type ChangeElement = z.infer<typeof changeElementSchema>;

export const createElementSchema = z.strictObject({
  kind: z.enum(ELEMENT_KINDS).exclude(["asset"]),
  type: text(200).min(1),
  path: elementPath,
  value: jsonObject.optional(),
});
export type CreateElement = z.infer<typeof createElementSchema>;

export type ContentRight = (typeof CONTENT_RIGHTS)[number];
export const folderRightSchema = z.strictObject({
  folder: z.union([z.literal("/"), elementPath]),
  kind: z.enum(ELEMENT_KINDS).nullable().describe("null: of every kind"),
  who: z.strictObject({ kind: z.enum(["user", "agent"]), id: text(100).min(1).nullable().describe("null: everybody") }),
  rights: z.array(z.enum(CONTENT_RIGHTS)).max(CONTENT_RIGHTS.length),
});
export type FolderRight = z.infer<typeof folderRightSchema>;

/** Content export: types, elements in an order in which they can be written, and assets as base64. */
export const contentExportSchema = z.strictObject({
  format: z.literal("countersign-content/1"),
  types: z.array(contentTypeSchema),
  elements: z.array(
    z.strictObject({
      kind: z.enum(ELEMENT_KINDS),
      type: text(200),
      id: text(100).min(1),
      path: elementPath,
      value: jsonObject,
      tags: z.array(text(100)),
      published: z.boolean(),
      file: z.strictObject({ mediaType: text(200), base64: z.string() }).nullable(),
    }),
  ),
});
export type ContentExport = z.infer<typeof contentExportSchema>;

/**
 * Element details in a proposal's preview, under `content`; enough to show each field by its kind. The action's `current` and
 * `proposed` are `{path, value, tags, published}`; `current` is null for a new element.
 */
export const contentPreviewSchema = z.object({
  kind: z.enum(ELEMENT_KINDS),
  type: z.string(),
  elementId: z.string().nullable(),
  path: z.string(),
  revision: z.number().int().nullable(),
  fields: z.array(contentFieldSchema),
  changed: z.array(z.string()).describe("Names of the fields that differ; `tags` and `published` beside them"),
  references: z.array(referenceSchema),
  file: elementFileSchema.nullable(),
  hasPage: z.boolean().describe("`/api/pending-actions/{id}/page/current` and `/proposed` show it rendered"),
});
export type ContentPreview = z.infer<typeof contentPreviewSchema>;
export const contentStateSchema = z.object({
  path: z.string(),
  value: jsonObject,
  tags: z.array(z.string()),
  published: z.boolean(),
});
export type ContentState = z.infer<typeof contentStateSchema>;
