import { isJsonObject, type ContentElement, type Json, type JsonObject, type ProposeRequest } from "@countersign/protocol";

/** Tool groups for reading and proposing; none of their tools writes without approval. */
export const DEMO_GROUPS: readonly string[] = ["data-objects", "assets", "documents", "tags", "templates"].flatMap((name) => [
  `content-${name}`,
  `content-${name}-write`,
]);

type Kind = "object" | "asset" | "document" | "tag" | "template";
/** Elements that the proposals start from, by the name used below. */
const SOURCES = {
  chair: ["object", "/products/chairs/oslo-chair"],
  table: ["object", "/products/tables/bergen-table"],
  lamp: ["object", "/products/lamps/malmo-lamp"],
  shelf: ["object", "/products/shelves/turku-shelf"],
  sofa: ["object", "/products/sofas/aarhus-sofa"],
  bed: ["object", "/products/beds/visby-bed"],
  // Only tagged: two proposals on one element would make each other stale.
  saleChair: ["object", "/products/chairs/lund-chair"],
  saleLamp: ["object", "/products/lamps/odense-lamp"],
  chairPicture: ["asset", "/pictures/chairs/chair-1.png"],
  lampPicture: ["asset", "/pictures/lamps/lamp-1.png"],
  autumn: ["tag", "/season/autumn"],
  sale: ["document", "/autumn"],
  label: ["template", "/labels/price"],
} as const satisfies Readonly<Record<string, readonly [Kind, string]>>;

export type DemoElements = Readonly<Record<keyof typeof SOURCES, Pick<ContentElement, "id" | "path" | "value" | "tags">>>;
export const DEMO_SOURCES: readonly (readonly [keyof DemoElements, Kind, string])[] = Object.entries(SOURCES).map(
  ([name, [kind, path]]) => [name as keyof DemoElements, kind, path],
);

export interface DemoSession {
  what: string;
  calls: Pick<ProposeRequest, "toolName" | "toolInput" | "caption">[];
}

/** Twelve edits in two sessions. Each depends on the current values, so that a second demo makes changes too. */
export function demoSessions(now: DemoElements): DemoSession[] {
  const list = (toolName: string, caption: string, ...proposals: JsonObject[]): DemoSession["calls"][number] => ({
    toolName,
    caption,
    toolInput: { proposals },
  });
  const product = (name: keyof DemoElements, fields: JsonObject): JsonObject => ({ id: now[name].id, fields });
  const tag = (name: keyof DemoElements, id: string): JsonObject => ({
    kind: "object",
    id: now[name].id,
    [now[name].tags.includes(id) ? "remove" : "add"]: [id],
  });
  return [
    {
      what: "Autumn prices and product texts",
      calls: [
        list(
          "propose_data_object_update",
          "Prices, stock and texts for autumn, from the buyers' list",
          product("chair", { price: raised(now.chair, 1.04), stock: delivered(now.chair, 40) }),
          product("table", { price: raised(now.table, 1.06) }),
          product("lamp", { stock: delivered(now.lamp, 120), available: now.lamp.value["available"] !== true }),
          product("shelf", {
            name: { de: other(now.shelf, ["name", "de"], "Wandregal Turku", "Regal Turku, geölt") },
            width: steps(now.shelf, "width", 3),
          }),
          product("sofa", {
            description: {
              en: other(
                now.sofa,
                ["description", "en"],
                SOFA_TEXT,
                `${SOFA_TEXT}<p>The covers fit the sofas of 2019, too.</p>`,
              ),
              de: other(now.sofa, ["description", "de"], SOFA_TEXT_DE, `${SOFA_TEXT_DE}<p>Passt auch auf Sofas von 2019.</p>`),
            },
          }),
          product("bed", {
            price: raised(now.bed, 0.9),
            colours: other(now.bed, ["colours"], ["oak", "white"], ["oak", "white", "sand"]),
          }),
        ),
        list(
          "propose_asset_metadata_update",
          "Alternative texts that describe the image",
          {
            id: now.chairPicture.id,
            metadata: {
              alt: {
                en: other(
                  now.chairPicture,
                  ["alt", "en"],
                  "A stacking chair seen from the front left",
                  "Oslo chair, front left",
                ),
                de: other(now.chairPicture, ["alt", "de"], "Ein Stapelstuhl von vorne links", "Stuhl Oslo, vorne links"),
              },
            },
          },
          {
            id: now.lampPicture.id,
            metadata: {
              alt: { en: other(now.lampPicture, ["alt", "en"], "A table lamp with a paper shade", "Malmo lamp, switched on") },
              copyright: other(now.lampPicture, ["copyright"], "Nordhus, photograph by I. Lund", "Nordhus"),
            },
          },
        ),
      ],
    },
    {
      what: "The page of the autumn sale",
      calls: [
        list(
          "propose_tag_assignment",
          "What is in the sale goes under its season",
          tag("saleChair", now.autumn.id),
          tag("saleLamp", now.autumn.id),
        ),
        list("propose_document_update", "The sale's page, with what is in it", {
          id: now.sale.id,
          fields: {
            title: other(now.sale, ["title"], "Autumn sale: chairs, tables, lamps", "The autumn sale"),
            content: [
              { id: "b1", type: "text", html: "<p>Starts on the first. Up to <strong>20 %</strong> off.</p>" },
              { id: "rules", type: "heading", text: "What is in it" },
              {
                id: "list",
                type: "text",
                html: "<ul><li>Chairs that stack</li><li>Tables for six</li><li>Lamps, with a bulb</li></ul>",
              },
              { id: "words", type: "quote", text: "We waited for this one.", who: "The Holms, Bergen" },
            ],
          },
        }),
        list("propose_template", "Price labels with article number and width", {
          path: now.label.path,
          source: other(now.label, ["source"], LABEL, `${LABEL}<p><small>Until the end of November</small></p>\n`),
          context: { name: { en: "Oslo chair" }, sku: "NH-1000", width: 52, price: { amount: "189.00", currency: "EUR" } },
          sampleElement: now.chair.id,
        }),
      ],
    },
  ];
}

const SOFA_TEXT =
  "<p>The <strong>Aarhus sofa</strong> seats three and is easy to keep clean.</p><ul><li>Covers can be washed at 40 °C</li><li>Legs screw off for the stairs</li></ul>";
const SOFA_TEXT_DE =
  "<p>Das <strong>Sofa Aarhus</strong> bietet Platz für drei und ist leicht sauber zu halten.</p><ul><li>Bezüge waschbar bei 40 °C</li></ul>";
const LABEL =
  "<p><strong>{{ name.en }}</strong> <small>{{ sku }}{% if width is defined %}, {{ width }} cm{% endif %}</small><br>{{ price.amount|number_format(2) }} {{ price.currency }}</p>\n";

/** Returns whichever of the two values the element does not have now. */
function other(element: Pick<ContentElement, "value">, at: readonly string[], one: Json, two: Json): Json {
  const now = at.reduce<Json | undefined>((value, key) => (isJsonObject(value) ? value[key] : undefined), element.value);
  return JSON.stringify(now) === JSON.stringify(one) ? two : one;
}

/** Rounds to whole units and changes the price by at least one. */
function raised({ value }: Pick<ContentElement, "value">, factor: number): JsonObject {
  const price = isJsonObject(value["price"]) ? value["price"] : {};
  const before = Number(price["amount"] ?? 100);
  const after = Math.round(before * factor);
  const amount = after === before ? after + 1 : Math.min(Math.max(after, 1), 99_999);
  return { amount: `${amount}.00`, currency: price["currency"] ?? "EUR" };
}

const delivered = ({ value }: Pick<ContentElement, "value">, pieces: number): number => Number(value["stock"] ?? 0) + pieces;

/** Steps up, and down above 200, to stay within the limits of the sample's field. */
const steps = ({ value }: Pick<ContentElement, "value">, key: string, by: number): number => {
  const now = Number(value[key] ?? 80);
  return now > 200 ? now - by : now + by;
};
