import { contentFieldSchema, elementPath, ELEMENT_KINDS } from "@countersign/protocol";
import { z } from "zod";
import type { OpenConnection } from "../../connector.ts";
import { checkSettings } from "./check-settings.ts";

export const payloadCredentials = z.strictObject({
  apiKey: z.string().min(1).max(500).describe("API key of an account that may read, and change what agents may propose"),
});

/** Separates collection and id in the ids agents see; no collection may have it in its name. */
export const ID_SEPARATOR = "__";

const slug = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_-]{0,49}$/, "a letter, then letters, digits, `-` and `_`, at most 50")
  .refine((name) => !name.includes(ID_SEPARATOR), `may not hold ${ID_SEPARATOR}`);
/** Place of a field, with dots for groups and named tabs: `meta.description`. */
const place = z.string().regex(/^[A-Za-z_][\w-]*(\.[A-Za-z_][\w-]*){0,5}$/, "names with `.` between them");

const collectionSchema = z.strictObject({
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

export const payloadSettings = z
  .strictObject({
    url: z
      .url({ protocol: /^https?$/ })
      .meta({ title: "API address" })
      .describe("Of the REST API, such as https://cms.example.com/api"),
    users: slug.default("users").describe("Collection of the account that the API key is of"),
    languages: z
      .array(z.string().regex(/^[a-z]{2}(-[A-Z]{2})?$/))
      .max(50)
      .default([])
      .describe("Locales of the site, its default first; none where it has none"),
    collections: z.array(collectionSchema).max(50).default([]).describe("What agents reach; nothing without an entry"),
  })
  .superRefine((settings, context) => {
    for (const { path, message } of checkSettings(settings)) context.addIssue({ code: "custom", path, message });
  });
export type PayloadSettings = z.output<typeof payloadSettings>;
export type PayloadConnection = OpenConnection<z.output<typeof payloadCredentials>, PayloadSettings>;
