import type { JsonObject } from "@countersign/protocol";
import { describe, expect, test } from "vitest";
import { payloadConnector } from "../../src/tools/connectors/content/payload/payload-connector.ts";

const products = {
  collection: "products",
  kind: "object",
  title: "Products",
  path: "path",
  fields: [{ name: "name", kind: "text" }],
};
const media = { collection: "media", kind: "asset", title: "Media" };
const tags = { collection: "tags", kind: "tag", title: "Tags" };

/** Fault messages of settings with these collections, by path. */
function faults(collections: JsonObject[], more: JsonObject = {}): Record<string, string> {
  const read = payloadConnector.settings.safeParse({ url: "https://cms.example.com/api", collections, ...more });
  return Object.fromEntries((read.error?.issues ?? []).map(({ path, message }) => [path.join("."), message]));
}

describe("settings of a connection to Payload", () => {
  test("that are sound are taken, with folders and versions as they are by default", () => {
    expect(faults([products, media, tags])).toEqual({});
    const { collections, users } = payloadConnector.settings.parse({
      url: "https://cms.example.com/api",
      collections: [products],
    });
    expect({ users, ...collections[0] }).toMatchObject({ users: "users", folder: "/", versions: false, at: {} });
  });

  test("name every fault at its place, all at once", () => {
    const odd = {
      ...products,
      slug: "slug",
      at: { nothing: "meta.nothing" },
      fields: [
        { name: "tags", kind: "text" },
        { name: "title", kind: "text", localized: true },
        { name: "colour", kind: "select" },
        { name: "code", kind: "text", pattern: "(" },
        { name: "image", kind: "image" },
        { name: "maker", kind: "relation" },
        { name: "shop", kind: "relation", to: [{ kind: "object", type: "shops" }] },
        { name: "code", kind: "number" },
      ],
    };
    expect(Object.keys(faults([odd]))).toEqual([
      "collections.0.path",
      "collections.0.languages",
      "collections.0.fields.2.options",
      "collections.0.fields.3.pattern",
      "collections.0.fields.7.name",
      "collections.0.fields.0.name",
      "collections.0.fields.4.kind",
      "collections.0.fields.5.to",
      "collections.0.fields.6.to.0",
      "collections.0.at.nothing",
    ]);
  });

  test.each([
    ["a slug with the sign between collection and id", [{ ...products, collection: "a__b" }], "collections.0.collection"],
    ["two collections of a kind that has one", [media, { ...media, collection: "files" }], "collections.1.kind"],
    [
      "two of one kind of document",
      ["a", "b"].map((name) => ({ ...products, collection: name, kind: "document", folder: `/${name}` })),
      "collections.1.type",
    ],
    [
      "folders within each other",
      [
        { ...products, folder: "/shop" },
        { ...products, collection: "bikes", folder: "/shop/bikes" },
      ],
      "collections.1.folder",
    ],
    ["one collection twice", [products, { ...products, folder: "/more" }], "collections.1.collection"],
    ["a tag above what is no tag", [{ ...products, parent: "parent" }], "collections.0.parent"],
    ["a folder with dots", [{ ...products, folder: "/../x" }], "collections.0.folder"],
    ["an object without a path", [{ ...products, path: undefined }], "collections.0.path"],
    [
      "a field in a block with languages",
      [
        {
          ...products,
          fields: [
            {
              name: "parts",
              kind: "blocks",
              blocks: [{ name: "text", fields: [{ name: "html", kind: "richtext", localized: true }] }],
            },
          ],
        },
      ],
      "collections.0.fields.0.blocks.0.fields.0.localized",
    ],
  ] as [string, JsonObject[], string][])("with %s are refused", (_what, collections, path) => {
    expect(Object.keys(faults(collections))).toContain(path);
  });

  test("hold no secret, and an address is one", () => {
    expect(faults([], { apiKey: "k" })).toHaveProperty("");
    expect(faults([], { url: "ftp://cms.example.com" })).toHaveProperty("url");
    expect(payloadConnector.credentials.safeParse({}).success).toBe(false);
  });
});

test("no tool of a connection to Payload writes without asking, and none has a name of the tools on our own content", () => {
  const settings = payloadConnector.settings.parse({ url: "https://cms.example.com/api", collections: [products] });
  const tools = payloadConnector.tools({ settings } as never);
  expect(tools.length).toBeGreaterThan(20);
  for (const { definition, approval } of tools) {
    expect(definition.name).toMatch(/^payload_/);
    expect(definition.group).toMatch(/^payload-/);
    expect({ name: definition.name, approval }).toEqual({
      name: definition.name,
      approval: definition.risk === 0 ? "never" : "required",
    });
  }
});
