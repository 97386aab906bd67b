import type { ContentType } from "@countersign/protocol";
import { MATERIALS } from "./sample-words.ts";

const languages = ["en", "de"];

/** A type with one field of each usual kind. */
export const PRODUCT: ContentType = {
  kind: "object",
  name: "product",
  title: "Product",
  languages,
  fields: [
    { name: "name", kind: "text", title: "Name", localized: true, required: true, maxLength: 120 },
    { name: "sku", kind: "text", title: "Article number", required: true, pattern: "^NH-\\d{4}$" },
    { name: "description", kind: "richtext", title: "Description", localized: true, maxLength: 10_000 },
    {
      name: "price",
      kind: "money",
      title: "Price",
      required: true,
      currencies: ["EUR", "SEK", "USD"],
      minimum: 0,
      maximum: 100_000,
    },
    { name: "width", kind: "number", title: "Width in cm", minimum: 1, maximum: 400 },
    { name: "stock", kind: "number", title: "In stock", minimum: 0, multipleOf: 1 },
    { name: "material", kind: "select", title: "Material", options: MATERIALS.map(({ key }) => key) },
    {
      name: "colours",
      kind: "multiselect",
      title: "Colours",
      options: ["oak", "black", "white", "sand", "green", "blue", "red"],
      maxItems: 5,
    },
    { name: "available", kind: "boolean", title: "Can be ordered" },
    { name: "launched", kind: "date", title: "In the range since" },
    { name: "maker", kind: "relation", title: "Maker", to: [{ kind: "object", type: "maker" }] },
    { name: "pictures", kind: "image", title: "Pictures", many: true, maxItems: 8 },
    {
      name: "goesWith",
      kind: "relation",
      title: "Goes with",
      many: true,
      to: [{ kind: "object", type: "product" }],
      maxItems: 12,
    },
  ],
};

export const MAKER: ContentType = {
  kind: "object",
  name: "maker",
  title: "Maker",
  languages,
  fields: [
    { name: "name", kind: "text", title: "Name", required: true, maxLength: 120 },
    { name: "country", kind: "text", title: "Country", maxLength: 60 },
    { name: "since", kind: "number", title: "Founded", minimum: 1500, maximum: 2100, multipleOf: 1 },
  ],
};
