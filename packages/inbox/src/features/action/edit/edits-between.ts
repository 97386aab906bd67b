import type { TextEdit } from "@countersign/protocol";
import { diffLines } from "../../../ui/diff/diff-lines.ts";

/** What `edit_file` takes in one call. */
const MAX_EDITS = 200;
/** Numbers of unchanged lines to try around a change, until its old text is in the file only once. */
const CONTEXTS = [0, 1, 2, 3, 4, 6, 8];

/** Consecutive changed lines, in offsets of the text before. */
interface Hunk {
  from: number;
  to: number;
  text: string;
}

/**
 * Returns edits that turn one text into the other when they are applied in order: whole lines, and each old text is in the text
 * exactly once when its turn comes. Null if there are none, because an empty text has nothing that could be replaced.
 */
export function editsBetween(before: string, after: string): TextEdit[] | null {
  if (before === "") return after === "" ? [] : null;
  let now = before;
  let moved = 0;
  return hunksOf(before, after).map((hunk) => {
    const [from, to] = onlyOnce(now, hunk.from + moved, hunk.to + moved);
    const oldText = now.slice(from, to);
    const newText = now.slice(from, hunk.from + moved) + hunk.text + now.slice(hunk.to + moved, to);
    now = now.slice(0, from) + newText + now.slice(to);
    moved += newText.length - oldText.length;
    return { oldText, newText };
  });
}

function hunksOf(before: string, after: string): Hunk[] {
  const hunks: Hunk[] = [];
  let at = 0;
  let isOpen = false;
  for (const { kind, text } of diffLines(before, after)) {
    if (kind === "same") {
      at += text.length;
      isOpen = false;
      continue;
    }
    const open = isOpen ? hunks.at(-1) : undefined;
    const hunk = open ?? { from: at, to: at, text: "" };
    if (!open) hunks.push(hunk);
    isOpen = true;
    if (kind === "added") hunk.text += text;
    else at = hunk.to = at + text.length;
  }
  return hunks.length <= MAX_EDITS ? hunks : [whole(before, after)];
}

/** One hunk for all that differs. */
function whole(before: string, after: string): Hunk {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  const from = lineStart(before, start);
  let same = 0;
  while (same < most - start && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  const to = lineEnd(before, before.length - same);
  return { from, to, text: after.slice(from, after.length - (before.length - to)) };
}

/** Widens a range of a text by whole lines until what it holds is in the text only once. */
function onlyOnce(text: string, from: number, to: number): [from: number, to: number] {
  const isUnique = (start: number, end: number): boolean => {
    const part = text.slice(start, end);
    return part !== "" && text.indexOf(part) === start && !text.includes(part, start + 1);
  };
  for (const lines of CONTEXTS) {
    const [start, end] = widened(text, from, to, lines);
    if (isUnique(start, end)) return [start, end];
  }
  for (let lines = 16; ; lines *= 2) {
    const [start, end] = widened(text, from, to, lines);
    // The whole text is in itself only once.
    if (isUnique(start, end) || (start === 0 && end === text.length)) return [start, end];
  }
}

function widened(text: string, from: number, to: number, lines: number): [from: number, to: number] {
  let [start, end] = [from, to];
  for (let line = 0; line < lines && start > 0; line += 1) start = lineStart(text, start - 1);
  for (let line = 0; line < lines && end < text.length; line += 1) end = lineEnd(text, end + 1);
  return [start, end];
}

/** Start of the line that has this offset. */
const lineStart = (text: string, at: number): number => (at === 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1);

/** The first end of a line at or after this offset, with its line break. */
function lineEnd(text: string, at: number): number {
  if (at === 0 || text[at - 1] === "\n") return at;
  const next = text.indexOf("\n", at);
  return next === -1 ? text.length : next + 1;
}
