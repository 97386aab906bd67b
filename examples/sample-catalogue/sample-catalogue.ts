import { createHash } from "node:crypto";
import type { ContentExport, ContentType, JsonObject } from "@countersign/protocol";
import { drawPicture } from "./draw-picture.ts";
import { SAMPLE_PAGES } from "./sample-pages.ts";
import { PRODUCT, MAKER } from "./sample-types.ts";
import { FAMILIES, MAKERS, MATERIALS, NAMES, ROOMS, type Family } from "./sample-words.ts";

type Exported = ContentExport["elements"][number];

/** Returns a stable id, derived from what it is for. */
export const sampleId = (words: string): string => createHash("sha256").update(`sample ${words}`).digest("hex").slice(0, 20);

const PRODUCTS = 188;
const PICTURES = 30;

/** A furniture shop: 200 data objects (makers and products), 30 pictures, 15 documents, tags and templates. */
export function sampleCatalogue(): ContentExport {
  const types: ContentType[] = [PRODUCT, MAKER];
  return {
    format: "countersign-content/1",
    types,
    elements: [...tags(), ...pictures(), ...makers(), ...products(), ...SAMPLE_PAGES.map(toDocument), ...templates()],
  };
}

const element = (
  kind: Exported["kind"],
  type: string,
  path: string,
  value: JsonObject,
  more: Partial<Exported> = {},
): Exported => ({
  kind,
  type,
  id: sampleId(`${kind} ${path}`),
  path,
  value,
  tags: [],
  published: true,
  file: null,
  ...more,
});

const slug = (words: string): string => words.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
const tagId = (path: string): string => sampleId(`tag ${path}`);
const at = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;

function tags(): Exported[] {
  const branch = (root: string, words: readonly (readonly [string, string])[]): Exported[] => [
    element("tag", "tag", `/${root}`, { title: { en: root } }),
    ...words.map(([en, de]) => element("tag", "tag", `/${root}/${slug(en)}`, { title: { en, de } })),
  ];
  return [
    ...branch("room", ROOMS),
    ...branch(
      "material",
      MATERIALS.map(({ en, de }) => [en, de] as const),
    ),
    ...branch("season", [
      ["Autumn", "Herbst"],
      ["Spring", "Frühling"],
    ]),
  ];
}

function pictures(): Exported[] {
  return Array.from({ length: PICTURES }, (_, n) => {
    const family = at(FAMILIES, n);
    const path = `/pictures/${slug(family.many)}/${slug(family.one)}-${Math.floor(n / FAMILIES.length) + 1}.png`;
    const file = { mediaType: "image/png", base64: drawPicture(n).toString("base64") };
    const title = { en: `${family.one}, view ${Math.floor(n / FAMILIES.length) + 1}` };
    return element(
      "asset",
      "asset",
      path,
      { title, alt: { en: `A ${family.one.toLowerCase()}` }, copyright: "Nordhus" },
      { file },
    );
  });
}

const pictureOf = (family: Family, n: number): string => {
  const of = FAMILIES.indexOf(family);
  const views = Math.ceil((PICTURES - of) / FAMILIES.length);
  return sampleId(`asset /pictures/${slug(family.many)}/${slug(family.one)}-${(n % views) + 1}.png`);
};

const makers = (): Exported[] =>
  MAKERS.map(({ name, country, since }) => element("object", "maker", `/makers/${slug(name)}`, { name, country, since }));

export const productPath = (n: number): string => {
  const family = at(FAMILIES, n);
  return `/products/${slug(family.many)}/${slug(at(NAMES, n))}-${slug(family.one)}`;
};

function products(): Exported[] {
  return Array.from({ length: PRODUCTS }, (_, n) => {
    const family = at(FAMILIES, n);
    const material = at(MATERIALS, n * 7 + 3);
    const name = `${at(NAMES, n)} ${family.one.toLowerCase()}`;
    const value: JsonObject = {
      name: { en: name, de: `${family.german} ${at(NAMES, n)}` },
      sku: `NH-${String(1000 + n)}`,
      description: {
        en: `<p>The <strong>${name}</strong> is made of ${material.en.toLowerCase()} and ${family.words}.</p><ul><li>${family.detail}</li><li>Made to last and to be repaired</li></ul>`,
      },
      price: { amount: `${family.price + ((n * 37) % 200)}.00`, currency: "EUR" },
      width: family.width + ((n * 13) % 30),
      stock: (n * 17) % 60,
      material: material.key,
      colours: [at(["oak", "black", "white", "sand"], n), at(["green", "blue", "red"], n)],
      available: n % 9 !== 0,
      launched: `20${String(18 + (n % 8))}-0${1 + (n % 9)}-15`,
      maker: sampleId(`object /makers/${slug(at(MAKERS, n).name)}`),
      pictures: [pictureOf(family, n)],
    };
    const rooms = [at(ROOMS, n)[0], at(ROOMS, n + 2)[0]].map((room) => tagId(`/room/${slug(room)}`));
    const tagIds = [...new Set([...rooms, tagId(`/material/${slug(material.en)}`)])].sort();
    return element("object", "product", productPath(n), value, { tags: tagIds });
  });
}

function toDocument(page: (typeof SAMPLE_PAGES)[number]): Exported {
  const { type, path, title, lead, blocks, published = true } = page;
  const head: JsonObject = type === "email" ? { subject: title, preheader: lead } : { title };
  const description: JsonObject = type === "page" ? { description: lead } : {};
  const content = blocks.map((block, n) => ({ id: `b${n + 1}`, ...block }));
  return element("document", type, path, { ...head, ...description, content, targetGroups: ["everybody"] }, { published });
}

const templates = (): Exported[] => [
  element("template", "template", "/newsletters/welcome", {
    title: "Welcome",
    source:
      "<h1>Welcome, {{ name }}</h1>\n<p>Here is what others liked:</p>\n<ul>{% for product in products %}<li>{{ product.name }}: {{ product.price }} EUR</li>{% endfor %}</ul>\n",
    context: {
      name: "Ada",
      products: [
        { name: "Oslo chair", price: "189" },
        { name: "Bergen table", price: "540" },
      ],
    },
  }),
  element("template", "template", "/labels/price", {
    title: "Price label",
    source: "<p><strong>{{ name.en }}</strong><br>{{ price.amount|number_format(2) }} {{ price.currency }}</p>\n",
    context: { name: { en: "Oslo chair" }, price: { amount: "189.00", currency: "EUR" } },
    sampleElement: sampleId(`object ${productPath(0)}`),
  }),
];
