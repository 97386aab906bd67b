import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

export const root = join(import.meta.dirname, "../../../../..");

/** A fenced code block. */
export interface Block {
  /** Path of the page from the root of the repository. */
  page: string;
  /** Number of the line with the opening fence. */
  line: number;
  /** Word behind the opening fence; empty if there is none. */
  language: string;
  text: string;
}

export interface Page {
  path: string;
  /** The page without its code blocks. */
  prose: string;
  blocks: Block[];
}

/** Says where a block is at fault; `offset` counts lines from its opening fence. */
export const faultIn = ({ page, line }: Block, message: string, offset = 0): string => `${page}:${line + offset}: ${message}`;

/** All pages whose blocks are checked. */
export function readPages(): Page[] {
  const docs = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".md"));
  const names = ["README.md", "CONTRIBUTING.md", "SPEC.md", ...docs.map((name) => join("docs", name)).sort()];
  return names.map((name) => readPage(relative(root, join(root, name)), readFileSync(join(root, name), "utf8")));
}

/** Throws if a block has no end. */
export function readPage(path: string, text: string): Page {
  const blocks: Block[] = [];
  const prose: string[] = [];
  let open: { fence: string; indent: number; line: number; language: string; lines: string[] } | undefined;
  for (const [at, line] of text.split("\n").entries()) {
    const [, indent = "", fence = "", language = ""] = /^(\s*)(`{3,}|~{3,})\s*(.*?)\s*$/.exec(line) ?? [];
    if (open === undefined && fence !== "") open = { fence, indent: indent.length, line: at + 1, language, lines: [] };
    else if (open === undefined) prose.push(line);
    else if (language === "" && fence.startsWith(open.fence)) {
      blocks.push({ page: path, line: open.line, language: open.language, text: open.lines.join("\n") });
      open = undefined;
    } else open.lines.push(line.slice(Math.min(open.indent, line.length - line.trimStart().length)));
  }
  if (open !== undefined) throw new Error(`${path}:${open.line}: the code block has no end`);
  return { path, prose: prose.join("\n"), blocks };
}
