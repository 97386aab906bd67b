import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import GithubSlugger from "github-slugger";
import highlight from "highlight.js/lib/common";

/**
 * Changes how Markdown becomes HTML. `env.source` is the page's path in the repository; `site` knows pages and
 * files, and is told each page's sections and faults.
 */
export function amendMarkdown(md, site) {
  md.set({ html: false, linkify: false, typographer: false });
  md.core.ruler.push("guide", (state) => {
    const { source } = state.env;
    site.sections.set(source, addAnchors(state));
    renameEmptyHeaders(state.tokens);
    for (const token of state.tokens)
      if (token.type === "inline") token.children = rewriteLinks(token.children, source, site, state);
  });
  md.renderer.rules.fence = (tokens, n) => renderCode(tokens[n], md);
  md.renderer.rules.table_open = () => '<div class="table" role="group" aria-label="Table" tabindex="0"><table>\n';
  md.renderer.rules.table_close = () => "</table></div>\n";
  md.renderer.rules.th_open = (tokens, n, options, env, self) => {
    if (tokens[n].tag === "th") tokens[n].attrSet("scope", "col");
    return self.renderToken(tokens, n, options);
  };
  md.renderer.rules.image = (tokens, n, options, env) => renderImage(tokens[n], env.source, site, md);
}

/** Headings get the anchors that GitHub gives them, because links in the repository use those, and link to themselves. Returns h2. */
function addAnchors({ tokens, Token }) {
  const slugger = new GithubSlugger();
  const sections = [];
  for (const [n, token] of tokens.entries()) {
    if (token.type !== "heading_open") continue;
    const inline = tokens[n + 1];
    const text = inline.children.map(({ type, content }) => (/^(text|code_inline)$/.test(type) ? content : "")).join("");
    const id = slugger.slug(text);
    token.attrSet("id", id);
    if (token.tag === "h2") sections.push({ id, title: text });
    if (token.tag === "h1" || inline.children.some(({ type }) => type === "link_open")) continue;
    const open = new Token("link_open", "a", 1);
    open.attrSet("href", `#${id}`);
    open.attrSet("class", "anchor");
    inline.children = [open, ...inline.children, new Token("link_close", "a", -1)];
  }
  return sections;
}

/** A cell that is empty, as above the names of rows, is the header of nothing. */
function renameEmptyHeaders(tokens) {
  for (const [n, token] of tokens.entries())
    if (token.type === "th_open" && tokens[n + 1].content === "") for (const cell of [token, tokens[n + 2]]) cell.tag = "td";
}

/** Links to pages lead to the site; other files of the repository are named, because they have no public address. */
function rewriteLinks(children, source, site, { Token }) {
  const rewritten = [];
  for (let n = 0; n < children.length; n += 1) {
    const token = children[n];
    const target = token.type === "link_open" ? locate(token.attrGet("href"), source) : undefined;
    if (target === undefined) {
      rewritten.push(token);
      continue;
    }
    const page = site.pageAt(target.path);
    if (page !== undefined) {
      token.attrSet("href", page.url + target.hash);
      rewritten.push(token);
      continue;
    }
    if (!existsSync(join(site.root, target.path))) site.faults.push(`${source} links to ${target.path}, which does not exist.`);
    const end = children.findIndex(({ type }, at) => at > n && type === "link_close");
    const words = children.slice(n + 1, end);
    const path = new Token("code_inline", "code", 0);
    path.content = target.path;
    const isPath = words.map(({ content }) => content).join("") === target.path;
    const before = new Token("text", "", 0);
    before.content = " (";
    const after = new Token("text", "", 0);
    after.content = ")";
    rewritten.push(...(isPath ? [path] : [...words, before, path, after]));
    n = end;
  }
  return rewritten;
}

/** Path in the repository that a link of a page leads to; undefined for other sites, addresses of a server and the page itself. */
export function locate(href, source) {
  if (/^([a-z]+:|\/|#)/i.test(href)) return undefined;
  const [path, hash] = decodeURI(href).split(/(?=#)/, 2);
  return { path: posix.join(posix.dirname(source.replace(/\/$/, "/.")), path), hash: hash ?? "" };
}

function renderCode({ info, content }, md) {
  const language = info.trim().split(/\s+/, 1)[0];
  const known = highlight.getLanguage(language) !== undefined;
  const html = known ? highlight.highlight(content, { language }).value : md.utils.escapeHtml(content);
  return `<pre tabindex="0"><code>${html}</code></pre>\n`;
}

/** Screenshots are in four variants: 1440 and 360 pixels wide, light and dark. The page takes what suits the screen. */
function renderImage(token, source, site, md) {
  const path = locate(token.attrGet("src"), source)?.path;
  if (path === undefined || !existsSync(join(site.root, path))) {
    site.faults.push(`${source} shows ${path ?? token.attrGet("src")}, which is not a picture of the repository.`);
    return "";
  }
  const alt = md.utils.escapeHtml(token.content);
  const image = site.addImage(path);
  const tag = `<img src="${image.url}" width="${image.width}" height="${image.height}" alt="${alt}" loading="lazy" />`;
  // A picture that moves for more than five seconds must be one that can be hidden.
  if (path.endsWith(".gif")) return `<details class="moving" open><summary>Moving picture</summary>${tag}</details>`;
  const [, name, width] = /^(.*)-(1440|360)-(?:light|dark)\.png$/.exec(path) ?? [];
  if (name === undefined) return tag;
  const variant = (size, scheme) => site.addImage(`${name}-${size}-${scheme}.png`);
  const from = ({ url, width: w, height: h }, media) =>
    `<source media="${media}" srcset="${url}" width="${w}" height="${h}" />`;
  const narrow = "(max-width: 600px)";
  const dark = "(prefers-color-scheme: dark)";
  const sources =
    width === "360"
      ? [from(variant(360, "dark"), dark), from(variant(360, "light"), "all")]
      : [
          from(variant(360, "dark"), `${narrow} and ${dark}`),
          from(variant(360, "light"), narrow),
          from(variant(1440, "dark"), dark),
        ];
  return `<picture>${sources.join("")}${tag}</picture>`;
}
