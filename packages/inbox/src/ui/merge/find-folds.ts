import type { Chunk } from "@codemirror/merge";
import type { Text } from "@codemirror/state";

/** A stretch of lines that is the same on both sides and folded away until asked for. Positions are of each side's own text. */
export interface Fold {
  a: { from: number; to: number };
  b: { from: number; to: number };
  lines: number;
  characters: number;
}

/** Lines that stay in sight beside a change; and what a fold has to save, since it costs a line itself. */
const CONTEXT = 3;
const MIN_FOLD = 4;

/** What did not change, but for some lines around each change. Nothing is folded where nothing changed. */
export function findFolds(
  before: Text,
  after: Text,
  chunks: readonly Pick<Chunk, "fromA" | "toA" | "fromB" | "toB">[],
): Fold[] {
  const folds: Fold[] = [];
  let [a, b] = [0, 0];
  for (const chunk of [...chunks, undefined]) {
    const end = chunk ? chunk.fromA : before.length + 1;
    if (end > a && chunks.length > 0) {
      const first = before.lineAt(a).number + (a === 0 ? 0 : CONTEXT);
      const last = chunk ? before.lineAt(end).number - 1 - CONTEXT : before.lines;
      if (last - first + 1 >= MIN_FOLD) {
        const from = before.line(first).from;
        const to = before.line(last).to;
        const shift = b - a;
        folds.push({
          a: { from, to },
          b: { from: from + shift, to: to + shift },
          lines: last - first + 1,
          characters: to - from,
        });
      }
    }
    if (!chunk || chunk.toA > before.length || chunk.toB > after.length) break;
    [a, b] = [chunk.toA, chunk.toB];
  }
  return folds;
}
