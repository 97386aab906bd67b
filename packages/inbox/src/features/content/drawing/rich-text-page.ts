import { displaySegments } from "@countersign/protocol";
import { strings } from "../../../strings/drawing.tsx";
import { language } from "../../../strings/language.ts";

/** Elements that are drawn, without any of their attributes. */
const DRAWN = new Set(
  (
    "p a br hr h1 h2 h3 h4 h5 h6 strong b em i u s sub sup small mark code pre blockquote ul ol li dl dt dd " +
    "table caption thead tbody tfoot tr th td a span div figure figcaption"
  ).split(" "),
);
const EMPTY = new Set(["br", "hr"]);
const MAX_LEVELS = 100;

const STYLE = `
  :root { color-scheme: light; }
  body { margin: 0; padding: 8px 12px; background: #fff; color: #212529; font: 14px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
  body.dark { background: #1f1f1f; color: #dee2e6; }
  :is(p, ul, ol, pre, blockquote, table, h1, h2, h3, h4, h5, h6) { margin: 0 0 8px; }
  h1, h2 { font-size: 17px; } h3, h4, h5, h6 { font-size: 15px; }
  blockquote { padding-left: 10px; border-left: 3px solid #adb5bd; }
  td, th { padding: 2px 8px; border: 1px solid #adb5bd; text-align: left; }
  a { color: inherit; text-decoration: underline; }
  .unseen { padding: 0 4px; border: 1px dashed currentColor; border-radius: 4px; font: 11.5px ui-monospace, monospace; }
`;

/** Markup that browsers report as a breach of the page's policy while parsing it, though it is harmless here. */
const REPORTED = /<(?:base\b|[a-z][^<>]*[\s/"']on[a-z]+\s*=)/i;

/**
 * Returns a whole page that shows rich text in a frame without any rights. The page contains nothing that could run or be
 * fetched: listed elements are written anew without their attributes, and everything else is replaced by its source. Invisible
 * characters are drawn as their names.
 */
export function richTextPage(html: string, scheme: "light" | "dark"): string {
  const drawn = REPORTED.test(html) ? unseen(html) : drawMarkup(html);
  return (
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">` +
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">` +
    `<title>${strings.richText.title}</title><style>${STYLE}</style></head><body class="${scheme}">${drawn}</body></html>`
  );
}

function drawMarkup(html: string): string {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  const parts = [...parsed.childNodes].flatMap((node) =>
    node === parsed.documentElement ? [...parsed.head.childNodes, ...parsed.body.childNodes] : [node],
  );
  return drawAll(parts, 0);
}

const drawAll = (nodes: Iterable<Node>, level: number): string => [...nodes].map((node) => draw(node, level)).join("");

function draw(node: Node, level: number): string {
  if (node instanceof Text) return drawText(node.data);
  if (!(node instanceof Element)) return unseen(node instanceof Comment ? `<!--${node.data}-->` : (node.nodeValue ?? ""));
  const name = node.localName;
  if (level > MAX_LEVELS) return unseen(node.outerHTML);
  const inner = drawAll((node instanceof HTMLTemplateElement ? node.content : node).childNodes, level + 1);
  if (DRAWN.has(name) && node instanceof HTMLElement) return EMPTY.has(name) ? `<${name}>` : `<${name}>${inner}</${name}>`;
  const shell = node.cloneNode(false) as Element;
  return unseen(shell.outerHTML) + inner;
}

const drawText = (text: string): string =>
  displaySegments(text, { newlines: "keep" })
    .map((segment) => (segment.kind === "text" ? escape(segment.text) : `<span class="unseen">${escape(segment.label)}</span>`))
    .join("");

const unseen = (source: string): string => `<code class="unseen">${drawText(source)}</code>`;

const escape = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
