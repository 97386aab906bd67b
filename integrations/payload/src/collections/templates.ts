import type { CollectionConfig } from "payload";
import { forEditors } from "../access.ts";

export const templates: CollectionConfig = {
  slug: "templates",
  access: forEditors,
  versions: { drafts: false, maxPerDoc: 50 },
  fields: [
    { name: "path", type: "text", required: true, unique: true, index: true },
    { name: "title", type: "text" },
    { name: "source", type: "textarea", required: true },
    { name: "context", type: "json" },
  ],
};
