import type { DiffLine } from "./diff-lines.ts";

/** A row of the side-by-side view: what stood there, what will stand there. */
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
