import { diffLines } from "diff";
import type { Json } from "@countersign/protocol";
import type { Described } from "../../../ports/tool.ts";

/** Limit for the line diff. Above it only totals are shown, because an exact diff would take seconds. */
const MAX_COUNTED_LINES = 1000;

/** Describes new text of a file for the reviewer. `before` is null if there is no file or no text. */
export function describeChange(change: {
  title: string;
  path: string;
  version: string;
  before: string | null;
  after: string;
  current: Json;
}): Described {
  const { title, path, version, before, after, current } = change;
  return {
    preview: { title, summary: before === null ? `New file, ${countLines(after)}` : summarize(before, after) },
    target: `file:${path}`,
    snapshot: version,
    current: { path, content: current },
    proposed: { path, content: after },
  };
}

export function countLines(text: string): string {
  return lines(text === "" ? 0 : text.split("\n").length - (text.endsWith("\n") ? 1 : 0));
}

const lines = (count: number): string => (count === 1 ? "1 line" : `${count} lines`);

function summarize(before: string, after: string): string {
  if (before === after) return "The file already has this text";
  const parts = diffLines(before, after, { maxEditLength: MAX_COUNTED_LINES });
  if (parts === undefined) return `${countLines(before)} before, ${countLines(after)} after`;
  const count = (kind: "added" | "removed"): number => parts.reduce((sum, part) => sum + (part[kind] ? part.count : 0), 0);
  // A minus sign, as wide as the plus.
  return `+${count("added")} \u2212${count("removed")} (${countLines(after)})`;
}
