import type { ContentField, ContentType } from "@countersign/protocol";
import { RENDERED_OVER } from "../templates/template-data.ts";

export const LANGUAGES = ["en", "de"];

const title = (more: Partial<ContentField> = {}): ContentField => ({
  name: "title",
  kind: "text",
  title: "Title",
  maxLength: 200,
  ...more,
});
const text = (name: string, label: string, more: Partial<ContentField> = {}): ContentField => ({
  name,
  kind: "text",
  title: label,
  ...more,
});

const blocks: ContentField = {
  name: "content",
  kind: "blocks",
  title: "Content",
  blocks: [
    { name: "heading", title: "Heading", fields: [text("text", "Text", { required: true, maxLength: 300 })] },
    { name: "text", title: "Text", fields: [{ name: "html", kind: "richtext", title: "Text", required: true }] },
    {
      name: "picture",
      title: "Picture",
      fields: [
        { name: "image", kind: "image", title: "Picture", required: true },
        text("caption", "Caption", { maxLength: 500 }),
      ],
    },
    {
      name: "quote",
      title: "Quotation",
      fields: [text("text", "Text", { required: true, maxLength: 2000 }), text("who", "Who said it", { maxLength: 200 })],
    },
    {
      name: "products",
      title: "Products",
      fields: [
        {
          name: "objects",
          kind: "relation",
          title: "Products",
          many: true,
          to: [{ kind: "object" }],
          minItems: 1,
          maxItems: 24,
        },
      ],
    },
  ],
};

const audience: ContentField = {
  name: "targetGroups",
  kind: "multiselect",
  title: "Target groups",
  options: ["everybody", "customers", "dealers", "press"],
};

const document = (name: string, label: string, fields: ContentField[]): ContentType => ({
  kind: "document",
  name,
  title: label,
  languages: LANGUAGES,
  fields: [...fields, blocks, audience],
});

/** Types of every store; administrators add classes of objects. The fields of these types can be replaced, too. */
export const BUILT_IN_TYPES: readonly ContentType[] = [
  {
    kind: "asset",
    name: "asset",
    title: "Asset",
    languages: LANGUAGES,
    fields: [
      title({ localized: true }),
      text("alt", "Alternative text", { localized: true, maxLength: 500 }),
      text("copyright", "Copyright", { maxLength: 200 }),
      { name: "taken", kind: "date", title: "Taken on" },
    ],
  },
  document("page", "Page", [
    title({ required: true }),
    text("description", "Description for search engines", { maxLength: 300 }),
  ]),
  document("snippet", "Snippet", [title({ required: true })]),
  document("email", "E-mail", [
    text("subject", "Subject", { required: true, maxLength: 200 }),
    text("preheader", "Preview text", { maxLength: 200 }),
  ]),
  {
    kind: "tag",
    name: "tag",
    title: "Tag",
    languages: LANGUAGES,
    fields: [title({ localized: true }), text("description", "Description", { maxLength: 1000 })],
  },
  {
    kind: "template",
    name: "template",
    title: "Template",
    languages: LANGUAGES,
    fields: [
      title(),
      { name: "source", kind: "code", title: "Twig", required: true, maxLength: 65_536 },
      { name: "context", kind: "json", title: "Sample data" },
      { name: "sampleElement", kind: "relation", title: "Sample element", to: RENDERED_OVER.map((kind) => ({ kind })) },
    ],
  },
];
