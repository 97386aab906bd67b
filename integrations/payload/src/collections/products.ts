import type { CollectionConfig } from "payload";
import { forEditors, isNobody } from "../access.ts";
import { tagsField } from "./tags.ts";

/** Has one field of every content kind of Countersign except blocks, which pages have. */
export const products: CollectionConfig = {
  slug: "products",
  access: forEditors,
  versions: { drafts: false, maxPerDoc: 50 },
  fields: [
    { name: "path", type: "text", required: true, unique: true, index: true },
    {
      name: "sku",
      type: "text",
      required: true,
      maxLength: 20,
      hooks: { beforeChange: [({ value }) => (typeof value === "string" ? value.toUpperCase() : value)] },
    },
    { name: "name", type: "text", required: true, localized: true, maxLength: 120 },
    { name: "description", type: "textarea", localized: true },
    { name: "weight", type: "number", min: 0, max: 1000 },
    {
      name: "price",
      type: "group",
      fields: [
        { name: "amount", type: "number", required: true, min: 0 },
        { name: "currency", type: "select", options: ["EUR", "USD", "GBP"], required: true, defaultValue: "EUR" },
      ],
    },
    { name: "launched", type: "date" },
    { name: "status", type: "select", options: ["planned", "sold", "retired"], required: true, defaultValue: "planned" },
    { name: "markets", type: "select", hasMany: true, options: ["de", "fr", "uk", "us"] },
    { name: "featured", type: "checkbox", defaultValue: false },
    { name: "related", type: "relationship", relationTo: "products", hasMany: true },
    { name: "image", type: "upload", relationTo: "media" },
    { name: "externalId", type: "text", access: { update: isNobody } },
    tagsField,
  ],
};
