import { parseFragment } from "parse5";

/** Divides a page's HTML at its headings: for each, its `level`, `id`, `title`, and the `text` up to the next one. */
export function readSections(html) {
  const sections = [];
  const visit = (node) => {
    const level = Number(/^h([1-6])$/.exec(node.nodeName)?.[1]);
    if (level) sections.push({ level, id: attribute(node, "id"), title: textOf(node).trim(), text: "" });
    else if (node.nodeName === "#text" && sections.length > 0) sections.at(-1).text += node.value;
    else {
      for (const child of node.childNodes ?? []) visit(child);
      // The words of two cells or paragraphs are not one word.
      if (sections.length > 0 && BLOCKS.has(node.nodeName)) sections.at(-1).text += " ";
    }
  };
  visit(parseFragment(html));
  return sections.map((section) => ({ ...section, text: section.text.replace(/\s+/g, " ").trim() }));
}

const BLOCKS = new Set(["p", "li", "td", "th", "pre", "tr", "summary"]);

const attribute = ({ attrs = [] }, wanted) => attrs.find(({ name }) => name === wanted)?.value;

const textOf = (node) => (node.nodeName === "#text" ? node.value : (node.childNodes ?? []).map(textOf).join(""));
