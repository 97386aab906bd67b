import { isJsonObject, type ContentField, type ContentType, type Json, type JsonObject } from "@countersign/protocol";
import { RICH_TEXT } from "../markup-rules.ts";
import { findMarkupFaults } from "../markup.ts";
import type { Referenced } from "./find-referenced.ts";

const STYLE = `:root{color-scheme:light}body{font:17px/1.6 Georgia,serif;max-width:42rem;margin:2rem auto;padding:0 1.25rem;color:#1c1b19;
background:#fff}h1{font-size:2rem;line-height:1.2}h2{font-size:1.4rem}p.lead{font-size:1.15rem;color:#55514a}figure{margin:1.5rem 0}
figure img{max-width:100%;height:auto;border-radius:4px}figcaption{font-size:.85rem;color:#6b665e}blockquote{margin:1.5rem 0;
padding-left:1rem;border-left:3px solid #c8c2b8;font-style:italic}blockquote footer{font-size:.9rem;font-style:normal;color:#6b665e}
ul.cards{list-style:none;padding:0;display:grid;grid-template-columns:repeat(auto-fill,minmax(9rem,1fr));gap:.75rem}
ul.cards li{border:1px solid #ddd8cf;border-radius:6px;padding:.75rem}dt{font-size:.8rem;color:#6b665e}dd{margin:0 0 .75rem}
table{border-collapse:collapse}td,th{border:1px solid #ddd8cf;padding:.25rem .5rem}`;

/** Renders a document as a plain page for a frame without scripts and network. Escapes everything but checked rich text. */
export function documentPage(value: JsonObject, type: ContentType, referenced: Referenced): string {
  const heading = ["title", "subject"].find((name) => typeof value[name] === "string");
  const title = heading === undefined ? type.title : plain(value[heading]);
  const parts = type.fields
    .filter(({ name, kind }) => name !== heading && value[name] !== undefined && kind !== "multiselect")
    .map((field) => drawField(value[field.name] as Json, field, referenced));
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escape(title)}</title><style>${STYLE}</style></head><body><h1>${escape(title)}</h1>${parts.join("\n")}</body></html>`;
}

function drawField(value: Json, field: ContentField, referenced: Referenced): string {
  switch (field.kind) {
    case "richtext":
      return drawRichText(value);
    case "blocks":
      return Array.isArray(value) ? value.map((block) => drawBlock(block, field, referenced)).join("\n") : "";
    case "image":
      return drawPicture(value, "", referenced);
    case "relation":
      return drawCards(value, referenced);
    case "text":
      return `<p class="lead">${escape(plain(value))}</p>`;
    default:
      return `<dl><dt>${escape(field.title ?? field.name)}</dt><dd>${escape(plain(value))}</dd></dl>`;
  }
}

function drawBlock(block: Json, field: ContentField, referenced: Referenced): string {
  if (!isJsonObject(block)) return "";
  const type = field.blocks?.find(({ name }) => name === block["type"]);
  switch (block["type"]) {
    case "heading":
      return `<h2>${escape(plain(block["text"]))}</h2>`;
    case "quote": {
      const who = block["who"] === undefined ? "" : `<footer>${escape(plain(block["who"]))}</footer>`;
      return `<blockquote><p>${escape(plain(block["text"]))}</p>${who}</blockquote>`;
    }
    case "picture":
      return drawPicture(block["image"] ?? null, plain(block["caption"]), referenced);
    default:
      return (type?.fields ?? [])
        .filter(({ name }) => block[name] !== undefined)
        .map((inner) => drawField(block[inner.name] as Json, inner, referenced))
        .join("\n");
  }
}

/** Rich text was checked when written and is checked again: what only older rules allowed is shown as text. */
function drawRichText(value: Json): string {
  if (typeof value !== "string") return `<p>${escape(plain(value))}</p>`;
  return findMarkupFaults(value, RICH_TEXT).length === 0 ? value : `<pre>${escape(value)}</pre>`;
}

function drawPicture(value: Json, caption: string, { elements, pictures }: Referenced): string {
  const ids = Array.isArray(value) ? value : [value];
  return ids
    .map((id) => {
      const src = typeof id === "string" ? pictures.get(id) : undefined;
      const title = (typeof id === "string" && elements.get(id)?.title) || "Picture";
      const words = caption === "" ? "" : `<figcaption>${escape(caption)}</figcaption>`;
      return src ? `<figure><img src="${src}" alt="${escape(title)}">${words}</figure>` : `<p>[${escape(title)}]</p>`;
    })
    .join("\n");
}

function drawCards(value: Json, { elements }: Referenced): string {
  const ids = Array.isArray(value) ? value : [value];
  const cards = ids.map((id) => `<li>${escape((typeof id === "string" && elements.get(id)?.title) || plain(id))}</li>`);
  return `<ul class="cards">${cards.join("")}</ul>`;
}

const plain = (value: Json | undefined): string => {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
};

const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
