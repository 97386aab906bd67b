import { diffArrays } from "diff";

/** One line of a comparison. Numbers count from 1 and are null on the side that lacks the line. */
export interface DiffLine {
  kind: "same" | "removed" | "added";
  text: string;
  before: number | null;
  after: number | null;
}

/** Past this many changed lines the exact search costs seconds; whole blocks are shown instead. */
const MAX_EDIT_LENGTH = 1500;

/** Compares two texts by line. The result contains every line of both, with its line break. */
export function diffLines(before: string, after: string): DiffLine[] {
  const old = splitLines(before);
  const fresh = splitLines(after);
  const changes = diffArrays(old, fresh, { maxEditLength: MAX_EDIT_LENGTH }) ?? [
    { value: old, removed: true, added: false },
    { value: fresh, removed: false, added: true },
  ];
  let oldNumber = 0;
  let newNumber = 0;
  return changes.flatMap(({ value, removed, added }) =>
    value.map((text): DiffLine => {
      if (removed) return { kind: "removed", text, before: ++oldNumber, after: null };
      if (added) return { kind: "added", text, before: null, after: ++newNumber };
      return { kind: "same", text, before: ++oldNumber, after: ++newNumber };
    }),
  );
}

/** Lines with their line breaks kept, so that joining them gives the text back. Only `\n` ends a line. */
const splitLines = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** A row of the side-by-side view; null if that side has no line. */
export interface LinePair {
  before: DiffLine | null;
  after: DiffLine | null;
}

/** Puts removed lines beside the added lines that follow them. */
export function pairLines(lines: readonly DiffLine[]): LinePair[] {
  const pairs: LinePair[] = [];
  let waiting = 0;
  for (const line of lines) {
    if (line.kind === "removed") {
      pairs.push({ before: line, after: null });
      waiting += 1;
    } else if (line.kind === "added") {
      const partner = waiting > 0 ? pairs[pairs.length - waiting] : undefined;
      if (partner) {
        partner.after = line;
        waiting -= 1;
      } else pairs.push({ before: null, after: line });
    } else {
      pairs.push({ before: line, after: line });
      waiting = 0;
    }
  }
  return pairs;
}

/** Visible lines, or a run of unchanged lines that is folded until opened. */
export type Stretch = { kind: "lines"; lines: DiffLine[] } | { kind: "fold"; lines: DiffLine[] };

/** A fold takes a line itself, so shorter runs are not folded. */
const MIN_FOLD = 4;

/** Folds unchanged lines, except `context` lines around each change; folds nothing if `context` is `Infinity`. */
export function foldSame(lines: readonly DiffLine[], context = 3): Stretch[] {
  if (context === Infinity) return [{ kind: "lines", lines: [...lines] }];
  const near = new Uint8Array(lines.length);
  for (const [index, line] of lines.entries()) {
    if (line.kind !== "same") near.fill(1, Math.max(0, index - context), index + context + 1);
  }
  const stretches: Stretch[] = [];
  for (let start = 0; start < lines.length;) {
    let end = start;
    while (end < lines.length && near[end] === near[start]) end += 1;
    const run = lines.slice(start, end);
    const kind = near[start] === 0 && run.length >= MIN_FOLD ? "fold" : "lines";
    const last = stretches.at(-1);
    if (kind === "lines" && last?.kind === "lines") last.lines.push(...run);
    else stretches.push({ kind, lines: run });
    start = end;
  }
  return stretches;
}
