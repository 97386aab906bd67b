import { deflateSync } from "node:zlib";
import type { Payload } from "payload";

type Id = number | string;

/** Seeds a garden shop: a tree of tags, six pictures, twenty products, five pages, two templates. */
export async function seed(payload: Payload): Promise<void> {
  const tags = await seedTags(payload);
  const media = await seedMedia(payload, tags);
  await seedProducts(payload, tags, media);
  await seedPages(payload, tags, media);
  for (const template of TEMPLATES) await payload.create({ collection: "templates", data: template });
}

const TAG_TREE: Record<string, readonly string[]> = {
  Range: ["Tools", "Pots", "Seeds"],
  Season: ["Spring", "Summer", "Autumn", "Winter"],
  Campaign: ["Open garden day"],
};

async function seedTags(payload: Payload): Promise<Map<string, Id>> {
  const ids = new Map<string, Id>();
  const add = async (name: string, parent?: Id): Promise<Id> => {
    const { id } = await payload.create({ collection: "tags", data: { name, ...(parent !== undefined && { parent }) } });
    ids.set(name, id);
    return id;
  };
  for (const [name, children] of Object.entries(TAG_TREE)) {
    const parent = await add(name);
    for (const child of children) await add(child, parent);
  }
  return ids;
}

const PICTURES = [
  { name: "spade", alt: "A spade in dark soil", de: "Ein Spaten in dunkler Erde", colour: [110, 84, 60] },
  { name: "terracotta", alt: "Three terracotta pots", de: "Drei Töpfe aus Terrakotta", colour: [190, 105, 70] },
  { name: "poppies", alt: "Red poppies in a meadow", de: "Roter Mohn auf einer Wiese", colour: [200, 50, 45] },
  { name: "greenhouse", alt: "A greenhouse in the morning", de: "Ein Gewächshaus am Morgen", colour: [120, 160, 130] },
  { name: "watering-can", alt: "A zinc watering can", de: "Eine Gießkanne aus Zink", colour: [150, 160, 170] },
  { name: "winter-bed", alt: "A bed under straw in winter", de: "Ein Beet unter Stroh im Winter", colour: [215, 205, 170] },
] as const;

async function seedMedia(payload: Payload, tags: ReadonlyMap<string, Id>): Promise<Id[]> {
  const ids: Id[] = [];
  for (const { name, alt, de, colour } of PICTURES) {
    const data = plainPng(64, 48, colour);
    const { id } = await payload.create({
      collection: "media",
      data: { alt, title: name, copyright: "Countersign samples", tags: [tags.get("Tools")] },
      file: { data, name: `${name}.png`, mimetype: "image/png", size: data.byteLength },
    });
    await payload.update({ collection: "media", id, locale: "de", data: { alt: de } });
    ids.push(id);
  }
  return ids;
}

/** Name, its German name, folder, tag, price in EUR, weight in kg. */
const PRODUCTS: readonly [string, string, string, string, number, number][] = [
  ["Digging spade", "Spaten", "tools", "Tools", 49.9, 2.1],
  ["Border fork", "Grabegabel", "tools", "Tools", 44.5, 1.8],
  ["Hand trowel", "Handschaufel", "tools", "Tools", 12.9, 0.3],
  ["Pruning shears", "Gartenschere", "tools", "Tools", 34, 0.25],
  ["Lawn rake", "Laubrechen", "tools", "Tools", 22.75, 0.9],
  ["Watering can 9 l", "Gießkanne 9 l", "tools", "Tools", 39, 1.4],
  ["Garden twine", "Gartenschnur", "tools", "Tools", 4.5, 0.1],
  ["Clay pot 12 cm", "Tontopf 12 cm", "pots", "Pots", 3.2, 0.5],
  ["Clay pot 20 cm", "Tontopf 20 cm", "pots", "Pots", 6.9, 1.2],
  ["Clay pot 32 cm", "Tontopf 32 cm", "pots", "Pots", 14.9, 3.4],
  ["Window box", "Balkonkasten", "pots", "Pots", 18.5, 1.1],
  ["Hanging basket", "Hängeampel", "pots", "Pots", 16, 0.7],
  ["Seed tray", "Anzuchtschale", "pots", "Pots", 5.6, 0.2],
  ["Corn poppy", "Klatschmohn", "seeds", "Seeds", 2.4, 0.01],
  ["Sweet pea", "Duftwicke", "seeds", "Seeds", 3.1, 0.02],
  ["Broad bean", "Dicke Bohne", "seeds", "Seeds", 3.8, 0.15],
  ["Lamb's lettuce", "Feldsalat", "seeds", "Seeds", 2.9, 0.01],
  ["Black kale", "Schwarzkohl", "seeds", "Seeds", 3.3, 0.01],
  ["Runner bean", "Feuerbohne", "seeds", "Seeds", 4.2, 0.12],
  ["Meadow mix", "Wiesenmischung", "seeds", "Seeds", 9.8, 0.25],
];

async function seedProducts(payload: Payload, tags: ReadonlyMap<string, Id>, media: readonly Id[]): Promise<void> {
  const made: Id[] = [];
  for (const [n, [name, de, folder, tag, amount, weight]] of PRODUCTS.entries()) {
    const slug = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
    const { id } = await payload.create({
      collection: "products",
      data: {
        path: `/${folder}/${slug}`,
        sku: `G-${String(n + 1).padStart(4, "0")}`,
        name,
        description: `<p>${name}, made to last. <strong>Two years</strong> of guarantee.</p>`,
        weight,
        price: { amount, currency: "EUR" },
        launched: new Date(Date.UTC(2025, n % 12, 1 + n)).toISOString(),
        status: n % 5 === 4 ? "planned" : "sold",
        markets: n % 2 === 0 ? ["de", "fr"] : ["uk"],
        featured: n % 6 === 0,
        related: made.slice(-2),
        image: media[n % media.length],
        externalId: `erp-${1000 + n}`,
        tags: [tags.get(tag)],
      },
    });
    const description = `<p>${de}, für viele Jahre gemacht.</p>`;
    await payload.update({ collection: "products", id, locale: "de", data: { name: de, description } });
    made.push(id);
  }
}

async function seedPages(payload: Payload, tags: ReadonlyMap<string, Id>, media: readonly Id[]): Promise<void> {
  const titles = ["Welcome", "Spring in the garden", "Our pots", "Visit us", "Winter rest"];
  for (const [n, title] of titles.entries()) {
    const slug = n === 0 ? "home" : title.toLowerCase().replaceAll(" ", "-");
    const { id } = await payload.create({
      collection: "pages",
      data: {
        path: `/${slug}`,
        title,
        blocks: [
          { blockType: "hero", heading: title, text: "For gardens of every size.", image: media[n % media.length] },
          { blockType: "text", html: `<p>${title}: what we do and <em>why</em>.</p>` },
          { blockType: "image", image: media[(n + 1) % media.length], caption: "In our garden" },
          { blockType: "quote", text: "A garden is never finished.", by: "Proverb" },
        ],
        targetGroups: n % 2 === 0 ? ["everyone"] : ["customers", "press"],
        tags: [tags.get("Spring")],
        _status: "published",
      },
    });
    // The last page has an unpublished draft that differs from the published version.
    if (n === titles.length - 1)
      await payload.update({ collection: "pages", id, draft: true, data: { title: `${title} (new)` } });
  }
}

const TEMPLATES = [
  {
    path: "/mail/order",
    source: "<p>Dear {{ name }}, we have your order {{ number }}.</p>",
    context: { name: "Ada", number: "4711" },
  },
  {
    path: "/mail/season",
    source: "<ul>{% for each in products %}<li>{{ each }}</li>{% endfor %}</ul>",
    context: { products: ["Corn poppy", "Seed tray"] },
  },
];

/** Makes a PNG of one colour, about as small as a valid PNG can be. */
function plainPng(width: number, height: number, colour: readonly number[]): Buffer {
  const row = Buffer.concat([Buffer.from([0]), ...Array.from({ length: width }, () => Buffer.from(colour))]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const chunks = [
    pngChunk("IHDR", header),
    pngChunk("IDAT", deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))),
    pngChunk("IEND", Buffer.alloc(0)),
  ];
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), ...chunks]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(body.byteLength + 8);
  framed.writeUInt32BE(data.byteLength, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.byteLength + 4);
  return framed;
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
