import type { CollectionConfig } from "payload";
import { forEditors } from "../access.ts";

export const users: CollectionConfig = {
  slug: "users",
  auth: { useAPIKey: true },
  access: forEditors,
  fields: [{ name: "role", type: "select", options: ["editor", "reader"], required: true, defaultValue: "reader" }],
};
