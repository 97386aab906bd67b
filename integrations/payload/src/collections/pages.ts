import type { Block, CollectionConfig } from "payload";
import { forEditors } from "../access.ts";
import { tagsField } from "./tags.ts";

const hero: Block = {
  slug: "hero",
  fields: [
    { name: "heading", type: "text", required: true, maxLength: 120 },
    { name: "text", type: "textarea" },
    { name: "image", type: "upload", relationTo: "media" },
  ],
};

const text: Block = { slug: "text", fields: [{ name: "html", type: "textarea", required: true }] };

const image: Block = {
  slug: "image",
  fields: [
    { name: "image", type: "upload", relationTo: "media", required: true },
    { name: "caption", type: "text" },
  ],
};

const quote: Block = {
  slug: "quote",
  fields: [
    { name: "text", type: "textarea", required: true },
    { name: "by", type: "text" },
  ],
};

export const pages: CollectionConfig = {
  slug: "pages",
  access: forEditors,
  versions: { drafts: true, maxPerDoc: 50 },
  fields: [
    { name: "path", type: "text", required: true, unique: true, index: true },
    { name: "title", type: "text", required: true, maxLength: 120 },
    { name: "blocks", type: "blocks", blocks: [hero, text, image, quote] },
    { name: "targetGroups", type: "select", hasMany: true, options: ["everyone", "customers", "partners", "press"] },
    tagsField,
  ],
};
