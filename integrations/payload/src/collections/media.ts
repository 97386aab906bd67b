import type { CollectionConfig } from "payload";
import { forEditors } from "../access.ts";
import { tagsField } from "./tags.ts";

export const media = (staticDir: string): CollectionConfig => ({
  slug: "media",
  access: forEditors,
  upload: { staticDir, mimeTypes: ["image/*", "application/pdf", "text/plain"] },
  fields: [
    { name: "alt", type: "text", required: true, localized: true, maxLength: 300 },
    { name: "title", type: "text", localized: true },
    { name: "copyright", type: "text" },
    tagsField,
  ],
});
