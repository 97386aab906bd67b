import type { Chunk } from "@codemirror/merge";
import type { Text } from "@codemirror/state";

/** Lines that are equal on both sides and folded until opened. Positions are in each side's own text. */
export interface Fold {
  a: { from: number; to: number };
  b: { from: number; to: number };
  lines: number;
  characters: number;
}

/** Lines that stay visible beside a change; and the minimum a fold must hide, since it takes a line itself. */
const CONTEXT = 3;
const MIN_FOLD = 4;

/** Returns the unchanged stretches, without some lines around each change. Without any change nothing is folded. */
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
