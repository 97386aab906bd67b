// Connection settings of the sample site, as an administrator would enter them.
import type { RunningPayload } from "../src/start-payload.ts";

const text = (name: string, more: object = {}) => ({ name, kind: "text", ...more });

export const settingsOf = (site: RunningPayload) => ({
  url: `${site.url}/api`,
  languages: ["en", "de"],
  collections: [
    {
      collection: "products",
      kind: "object",
      title: "Products",
      versions: true,
      path: "path",
      name: "name",
      tags: "tags",
      fields: [
        text("sku", { required: true, maxLength: 20 }),
        text("name", { required: true, localized: true, maxLength: 120 }),
        { name: "description", kind: "richtext", localized: true },
        { name: "weight", kind: "number", minimum: 0, maximum: 1000 },
        { name: "price", kind: "money", minimum: 0, currencies: ["EUR", "USD", "GBP"] },
        { name: "launched", kind: "date" },
        { name: "status", kind: "select", options: ["planned", "sold", "retired"], required: true },
        { name: "markets", kind: "multiselect", options: ["de", "fr", "uk", "us"] },
        { name: "featured", kind: "boolean" },
        { name: "related", kind: "relation", many: true, to: [{ kind: "object", type: "products" }] },
        { name: "image", kind: "image" },
      ],
    },
    {
      collection: "media",
      kind: "asset",
      title: "Media",
      name: "title",
      tags: "tags",
      fields: [
        text("alt", { required: true, localized: true, maxLength: 300 }),
        text("title", { localized: true }),
        text("copyright"),
      ],
    },
    {
      collection: "pages",
      kind: "document",
      title: "Pages",
      path: "path",
      name: "title",
      tags: "tags",
      fields: [
        text("title", { required: true, maxLength: 120 }),
        {
          name: "blocks",
          kind: "blocks",
          blocks: [
            {
              name: "hero",
              fields: [text("heading", { required: true, maxLength: 120 }), text("text"), { name: "image", kind: "image" }],
            },
            { name: "text", fields: [{ name: "html", kind: "richtext", required: true }] },
            { name: "image", fields: [{ name: "image", kind: "image", required: true }, text("caption")] },
            { name: "quote", fields: [text("text", { required: true }), text("by")] },
          ],
        },
        { name: "targetGroups", kind: "multiselect", options: ["everyone", "customers", "partners", "press"] },
      ],
    },
    { collection: "tags", kind: "tag", title: "Tags" },
    {
      collection: "templates",
      kind: "template",
      title: "Templates",
      versions: true,
      path: "path",
      fields: [text("title"), { name: "source", kind: "code", required: true }, { name: "context", kind: "json" }],
    },
  ],
});
