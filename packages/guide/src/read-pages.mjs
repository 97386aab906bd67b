import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { BASE, SOURCES } from "./sources.mjs";

/**
 * Reads the pages and the navigation. A page has `source`, its path in the repository; `url`, its address on the server; and
 * `text`, its Markdown.
 */
export async function readPages(root) {
  const sources = (await Promise.all(SOURCES.map((path) => listMarkdown(root, path)))).flat();
  const pages = await Promise.all(
    sources.map(async (source) => ({ source, url: urlOf(source), text: await readFile(join(root, source), "utf8") })),
  );
  pages.push(listDecisions(pages));
  pages.sort((a, b) => (a.url < b.url ? -1 : 1));
  for (const [n, { url, source }] of pages.entries())
    if (pages[n + 1]?.url === url) throw new Error(`${source} and ${pages[n + 1].source} have the same address, ${url}.`);
  return pages;
}

async function listMarkdown(root, path) {
  if (!(await stat(join(root, path))).isDirectory()) return [path];
  const entries = await readdir(join(root, path), { withFileTypes: true });
  const found = entries
    .filter((entry) => entry.isDirectory() || entry.name.endsWith(".md"))
    .map((entry) => listMarkdown(root, `${path}/${entry.name}`));
  return (await Promise.all(found)).flat();
}

/** `docs/adapters/README.md` is at `adapters/`, `SPEC.md` at `spec/`. */
function urlOf(source) {
  const name = source
    .replace(/^docs\//, "")
    .replace(/(^|\/)README\.md$/, "")
    .replace(/\.md$/, "")
    .toLowerCase();
  return name === "" ? BASE : `${BASE}${name}/`;
}

const DECISIONS = "docs/decisions/";

/** The folder of decisions has no page of its own in the repository, where its files are listed by whatever shows it. */
function listDecisions(pages) {
  const lines = pages
    .filter(({ source }) => source.startsWith(DECISIONS))
    .map(({ source, text }) => `- [${titleOf(text)}](${source.slice(DECISIONS.length)})`)
    .sort();
  const head = "# Decisions\n\nDecisions about the design that had a real alternative, each with what was rejected and why.";
  return { source: DECISIONS, url: urlOf("docs/decisions/README.md"), text: `${head}\n\n${lines.join("\n")}\n` };
}

export const titleOf = (text) => /^# (.+)$/m.exec(text)?.[1].replaceAll("`", "") ?? "";

/** Reads the navigation from the README's list of pages. `pageAt` returns the page of a path in the repository, if it is one. */
export function readNavigation(readme, pageAt) {
  const list = /^## More\n(?:(?!## |- ).*\n)*((?:[- ].*\n)+)/m.exec(readme)?.[1] ?? "";
  const groups = list.split(/^- /m).slice(1);
  if (groups.length === 0) throw new Error("README.md has no list of pages below the heading “More”.");
  return groups.map((group) => {
    const title = /^\*\*(.+?)\*\*:/.exec(group)?.[1];
    if (title === undefined) throw new Error(`A line of the list in README.md has no group in bold: ${group}`);
    const entries = [...group.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)].map(([, words, target]) => {
      const page = pageAt(target);
      if (page === undefined) throw new Error(`The list in README.md links to ${target}, which is not a page of the guide.`);
      return { title: words[0].toUpperCase() + words.slice(1), url: page.url };
    });
    return { title, entries };
  });
}
