import { z } from "zod";
import type { OpenConnection } from "../../connector.ts";
import { checkSettings } from "./check-settings.ts";
import { collectionSchema, slug } from "./collection-settings.ts";

export const payloadCredentials = z.strictObject({
  apiKey: z
    .string()
    .min(1)
    .max(500)
    .describe("API key of an account that can read, and that can change what agents may propose to change"),
});

export const payloadSettings = z
  .strictObject({
    url: z
      .url({ protocol: /^https?$/ })
      .meta({ title: "API address" })
      .describe("Address of the REST API, such as https://cms.example.com/api"),
    users: slug.default("users").describe("Collection of the account to which the API key belongs"),
    languages: z
      .array(z.string().regex(/^[a-z]{2}(-[A-Z]{2})?$/))
      .max(50)
      .default([])
      .describe("Locales of the site, the default first; empty if the site has none"),
    collections: z.array(collectionSchema).max(50).default([]).describe("Collections that agents can use; empty for none"),
  })
  .superRefine((settings, context) => {
    for (const { path, message } of checkSettings(settings)) context.addIssue({ code: "custom", path, message });
  });
export type PayloadSettings = z.output<typeof payloadSettings>;
export type PayloadConnection = OpenConnection<z.output<typeof payloadCredentials>, PayloadSettings>;
