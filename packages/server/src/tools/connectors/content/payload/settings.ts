import { z } from "zod";
import type { OpenConnection } from "../../connector.ts";
import { checkSettings } from "./check-settings.ts";
import { collectionSchema, slug } from "./collection-settings.ts";

export const payloadCredentials = z.strictObject({
  apiKey: z.string().min(1).max(500).describe("API key of an account that may read, and change what agents may propose"),
});

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
