import type { CollectionConfig, Field } from "payload";
import { forEditors } from "../access.ts";

export const tags: CollectionConfig = {
  slug: "tags",
  access: forEditors,
  fields: [
    { name: "name", type: "text", required: true },
    { name: "parent", type: "relationship", relationTo: "tags" },
  ],
};

/** Relationship field of every collection that carries tags. */
export const tagsField: Field = { name: "tags", type: "relationship", relationTo: "tags", hasMany: true };
