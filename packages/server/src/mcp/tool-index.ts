import type { JsonObject } from "@countersign/protocol";
import MiniSearch from "minisearch";
import type { AgentView } from "./agent-view.ts";
import { objectAt, textAt } from "./rpc-message.ts";

/** Indexes kept, least recently used first out. Agents with the same tools share one. */
const MAX_INDEXES = 16;
/** Tools indexed at a time, so that other requests are answered in between. */
const CHUNK = 250;
/** A name says most about a tool. */
const BOOST = { name: 4, title: 2, description: 1, parameters: 1 };
/** Terms from this length on match with one letter in five wrong. */
const FUZZY_FROM = 4;
const FUZZY = 0.2;
const MAX_FUZZY = 2;

type SearchedTools = Pick<AgentView, "listed" | "text">;

export interface ToolIndex {
  /** Exposed names of the view's tools that match, best first. */
  search(view: SearchedTools, query: string): Promise<string[]>;
}

type Index = MiniSearch<{ id: string }>;

/** Full-text search in the tools that an agent sees; reads nothing but the view. An index is rebuilt when its tools change. */
export function createToolIndex(): ToolIndex {
  const indexes = new Map<string, Promise<Index>>();

  function indexOf(view: SearchedTools): Promise<Index> {
    const { text } = view;
    const index = indexes.get(text) ?? build(view.listed);
    indexes.delete(text);
    indexes.set(text, index);
    const [oldest] = indexes.keys();
    if (indexes.size > MAX_INDEXES && oldest !== undefined) indexes.delete(oldest);
    return index;
  }

  return {
    async search(view, query) {
      const index = await indexOf(view);
      const found = index.search(query, {
        boost: BOOST,
        prefix: true,
        fuzzy: (term) => (term.length < FUZZY_FROM ? false : FUZZY),
        maxFuzzy: MAX_FUZZY,
      });
      return found.map(({ id }) => String(id));
    },
  };
}

async function build(tools: readonly JsonObject[]): Promise<Index> {
  const index: Index = new MiniSearch({ fields: Object.keys(BOOST), tokenize: wordsOf });
  const documents = tools.map((tool) => ({
    id: textAt(tool, "name"),
    name: textAt(tool, "name"),
    title: textAt(tool, "title"),
    description: textAt(tool, "description"),
    parameters: Object.keys(objectAt(objectAt(tool, "inputSchema"), "properties") ?? {}).join(" "),
  }));
  await index.addAllAsync(documents, { chunkSize: CHUNK });
  return index;
}

/** `listOpenIssues`, `list_open_issues` and "list open issues" have the same words. */
const wordsOf = (text: string): string[] =>
  text
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
