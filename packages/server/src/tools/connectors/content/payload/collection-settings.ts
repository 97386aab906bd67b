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
  collection: slug.describe("Its slug"),
  kind: z.enum(ELEMENT_KINDS),
  type: z.enum(["page", "snippet", "email"]).optional().describe("Of a document; `page` where it is left out"),
  title: z.string().min(1).max(200),
  folder: z
    .union([z.literal("/"), elementPath])
    .default("/")
    .describe("Before each path; several collections of a kind need one each"),
  path: place.optional().describe("Field that holds a path such as `/tools/spade`"),
  slug: place
    .optional()
    .describe("Field that holds a name without `/`, in place of `path`; of files `filename`, of tags `name`"),
  parent: place.optional().describe("Of tags: the field that names the tag above"),
  name: place.optional().describe("Field that people know an element by"),
  tags: place.optional().describe("Field with the tags: a relationship to them, with many"),
  versions: z
    .boolean()
    .default(false)
    .describe("It keeps versions: after a write they show whether somebody wrote in the same moment"),
  fields: z.array(contentFieldSchema).max(200).default([]).describe("What agents see and may propose to change"),
  at: z
    .record(z.string(), place)
    .default({})
    .describe('Where a field is, if not at its own name: `{"teaser": "meta.description"}`'),
});
export type CollectionSettings = z.output<typeof collectionSchema>;
