import type { DiffLine } from "./diff-lines.ts";

/** Lines that are shown, or a run of unchanged ones that is folded away until asked for. */
export type Stretch = { kind: "lines"; lines: DiffLine[] } | { kind: "fold"; lines: DiffLine[] };

/** A fold costs a line itself, so shorter runs are just shown. */
const MIN_FOLD = 4;

/** Folds what did not change, but for `context` lines around each change; with `Infinity` nothing. */
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
