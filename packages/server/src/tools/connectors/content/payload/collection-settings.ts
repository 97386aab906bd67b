import { contentFieldSchema, elementPath, ELEMENT_KINDS } from "@countersign/protocol";
import { z } from "zod";

/** Separates collection and id in the ids agents see; no collection may have it in its name. */
export const ID_SEPARATOR = "__";

export const slug = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_-]{0,49}$/, "a letter, then letters, digits, `-` and `_`, at most 50")
  .refine((name) => !name.includes(ID_SEPARATOR), `may not hold ${ID_SEPARATOR}`);
/** Place of a field, with dots for groups and named tabs: `meta.description`. */
const place = z.string().regex(/^[A-Za-z_][\w-]*(\.[A-Za-z_][\w-]*){0,5}$/, "names with `.` between them");

export const collectionSchema = z.strictObject({
  collection: slug.describe("Slug of the collection"),
  kind: z.enum(ELEMENT_KINDS),
  type: z.enum(["page", "snippet", "email"]).optional().describe("For documents; default `page`"),
  title: z.string().min(1).max(200),
  folder: z
    .union([z.literal("/"), elementPath])
    .default("/")
    .describe("Prefix of each path; several collections of the same kind need different ones"),
  path: place.optional().describe("Field with a path such as `/tools/spade`"),
  slug: place.optional().describe("Field with a name without `/`, instead of `path`; for files `filename`, for tags `name`"),
  parent: place.optional().describe("For tags: the field with the parent tag"),
  name: place.optional().describe("Field that identifies an element to people"),
  tags: place.optional().describe("Field with the tags: a relationship with `hasMany`"),
  versions: z
    .boolean()
    .default(false)
    .describe("The collection keeps versions, which show after a write whether somebody else wrote at the same time"),
  fields: z.array(contentFieldSchema).max(200).default([]).describe("Fields that agents can read and propose to change"),
  at: z
    .record(z.string(), place)
    .default({})
    .describe('Where a field is, if not at its own name: `{"teaser": "meta.description"}`'),
});
export type CollectionSettings = z.output<typeof collectionSchema>;
