import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, extname, join, relative } from "node:path";
import Eleventy from "@11ty/eleventy";
import { build } from "esbuild";
import { amendMarkdown } from "./amend-markdown.mjs";
import { findFaults } from "./find-faults.mjs";
import { readNavigation, readPages, titleOf } from "./read-pages.mjs";
import { readSections } from "./read-sections.mjs";
import { BASE } from "./sources.mjs";

const REPOSITORY = join(import.meta.dirname, "../../..");
const INDEX = `${BASE}search.json`;
const NOT_FOUND = {
  source: "404.md",
  url: `${BASE}404.html`,
  text: "# Page not found\n\nThe guide has no page at this address. Search for it, or choose one of the pages.\n",
};

/** Builds the guide into `output`, the folder that is served at `/docs/guide`. A link that leads nowhere throws; nothing is written. */
export async function buildGuide(output, root = REPOSITORY) {
  const pages = [...(await readPages(root)), NOT_FOUND];
  const named = (path) => path.replace(/\/(README\.md)?$/, "");
  const byPath = new Map(pages.map((page) => [named(page.source), page]));
  const pageAt = (path) => byPath.get(named(path));
  const navigation = readNavigation(pageAt("README.md").text, pageAt);
  /** Maps addresses to content. */
  const files = await bundleAssets();
  const addressOf = (extension) => [...files.keys()].find((url) => url.endsWith(extension));
  const shared = { css: addressOf(".css"), js: addressOf(".js"), index: INDEX, base: BASE };
  /** Sections of each page, by its path in the repository. */
  const sections = new Map();
  const site = { root, pageAt, sections, faults: [], addImage: (path) => addImage(files, root, path) };

  const eleventy = new Eleventy(relative(process.cwd(), import.meta.dirname) || ".", undefined, {
    quietMode: true,
    configPath: false,
    config(config) {
      config.setTemplateFormats(["md"]);
      config.setIncludesDirectory("layouts");
      config.amendLibrary("md", (md) => amendMarkdown(md, site));
      config.addFilter("sections", (source) => sections.get(source) ?? []);
      for (const page of pages) config.addTemplate(templateName(page), page.text, dataOf(page, navigation, shared));
    },
  });
  const built = new Map((await eleventy.toJSON()).map(({ url, content }) => [url, content]));

  files.set(
    INDEX,
    JSON.stringify(pages.filter((page) => page !== NOT_FOUND).flatMap((page) => indexPage(page, built.get(page.url)))),
  );
  const faults = [...site.faults, ...findFaults(built, new Set(files.keys()), BASE, [NOT_FOUND.url])];
  if (faults.length > 0) throw new Error(`The guide has faults:\n${faults.map((fault) => `- ${fault}`).join("\n")}`);
  for (const [url, content] of [...files, ...built]) {
    const file = join(output, url.slice(BASE.length), url.endsWith("/") ? "index.html" : "");
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
}

const templateName = ({ url }) => `${url.slice(1).replace(/\/$|\.html$/, "")}.md`;

function dataOf({ source, url, text }, navigation, shared) {
  const entries = navigation.flatMap((group) => group.entries);
  const parent = entries.some((entry) => entry.url === url) ? undefined : entries.find((entry) => url.startsWith(entry.url));
  const groups = navigation.map((group) => ({
    ...group,
    isOpen: group.entries.some((entry) => entry.url === url || entry === parent),
  }));
  // Without a place in the navigation, a page shows where to start.
  if (!groups.some(({ isOpen }) => isOpen)) groups[0].isOpen = true;
  return {
    layout: "page.njk",
    // Braces of a page are no template.
    templateEngineOverride: "md",
    permalink: url.endsWith("/") ? `${url}index.html` : url,
    source,
    title: titleOf(text),
    navigation: groups,
    parent,
    ...shared,
  };
}

/** One entry of the search index for each section of a page. */
function indexPage({ url, text }, html) {
  const page = titleOf(text);
  const main = html.slice(html.indexOf("<h1"), html.indexOf("</main>"));
  return readSections(main).map(({ level, id, title, text: words }) => ({
    url: level === 1 ? url : `${url}#${id}`,
    page,
    title: level === 1 ? "" : title,
    text: words,
  }));
}

/** Bundles the style sheet and the script, each under a name that changes with its content. */
async function bundleAssets() {
  const { outputFiles } = await build({
    entryPoints: ["site.css", "site.js"].map((name) => join(import.meta.dirname, "browser", name)),
    outdir: "/",
    entryNames: "[name]-[hash]",
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    write: false,
    logLevel: "error",
  });
  return new Map(outputFiles.map(({ path, contents }) => [`${BASE}assets/${basename(path)}`, contents]));
}

/** Adds a picture of the repository to the files. Returns its address and size in pixels. */
function addImage(files, root, path) {
  const content = readFileSync(join(root, path));
  const digest = createHash("sha256").update(content).digest("hex").slice(0, 8);
  const extension = extname(path);
  const url = `${BASE}assets/${basename(path, extension)}-${digest}${extension}`;
  files.set(url, content);
  const size =
    extension === ".gif"
      ? { width: content.readUInt16LE(6), height: content.readUInt16LE(8) }
      : { width: content.readUInt32BE(16), height: content.readUInt32BE(20) };
  return { url, ...size };
}
