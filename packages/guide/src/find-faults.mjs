import { parse } from "parse5";

/**
 * Finds dead links, dead anchors, missing files, ids used twice, pages without exactly one h1, and pages that no link leads to.
 * `pages` maps addresses to HTML; `files` has the addresses of all other files; `base` is the address of the first page, which all
 * others are below. No link has to lead to `unlinked`.
 */
export function findFaults(pages, files, base, unlinked = []) {
  const read = new Map([...pages].map(([url, html]) => [url, readPage(html)]));
  const reached = new Set([base, ...unlinked]);
  const faults = [];
  for (const [url, { ids, links, sources, headings }] of read) {
    if (headings !== 1) faults.push(`${url} has ${headings} headings of the first level instead of one.`);
    for (const id of new Set(ids.filter((id, n) => ids.indexOf(id) !== n))) faults.push(`${url} has the id ${id} twice.`);
    for (const link of links) {
      const [path, hash] = (link.startsWith("#") ? url + link : link).split("#");
      if (!path.startsWith(base)) continue;
      if (path !== url) reached.add(path);
      const target = read.get(path);
      if (target === undefined && !files.has(path)) faults.push(`${url} links to ${link}, which does not exist.`);
      else if (hash !== undefined && target?.ids.includes(decodeURIComponent(hash)) !== true)
        faults.push(`${url} links to ${link}, but there is no heading with that anchor.`);
    }
    for (const source of sources)
      if (source.startsWith(base) && !files.has(source))
        faults.push(`${url} shows ${source}, which is not a file of the guide.`);
  }
  for (const url of read.keys()) if (!reached.has(url)) faults.push(`No page links to ${url}.`);
  return faults;
}

function readPage(html) {
  /** @type {{ ids: string[], links: string[], sources: string[], headings: number }} */
  const page = { ids: [], links: [], sources: [], headings: 0 };
  const visit = (node) => {
    const attributes = Object.fromEntries((node.attrs ?? []).map(({ name, value }) => [name, value]));
    if (attributes.id !== undefined) page.ids.push(attributes.id);
    if (attributes.href !== undefined) page.links.push(attributes.href);
    for (const source of [attributes.src, attributes.srcset]) if (source !== undefined) page.sources.push(source);
    if (node.nodeName === "h1") page.headings += 1;
    for (const child of node.childNodes ?? []) visit(child);
  };
  visit(parse(html));
  return page;
}
