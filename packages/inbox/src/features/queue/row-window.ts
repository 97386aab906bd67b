/** Where each line starts, in pixels from the top of the list; one entry more, with the height of the list. */
export function offsetsOf<Line>(lines: readonly Line[], heightOf: (line: Line) => number): number[] {
  const offsets = [0];
  for (const line of lines) offsets.push((offsets.at(-1) ?? 0) + heightOf(line));
  return offsets;
}

export interface RowRange {
  from: number;
  /** Exclusive. */
  to: number;
}

/** The lines that a frame shows at this scroll position, and this many more on both sides. */
export function rangeIn(offsets: readonly number[], frame: { top: number; height: number }, more: number): RowRange {
  const amount = offsets.length - 1;
  const first = lineAt(offsets, frame.top);
  const last = lineAt(offsets, frame.top + frame.height);
  return { from: Math.max(0, first - more), to: Math.min(amount, last + 1 + more) };
}

/** The last line that starts at or above this pixel. */
function lineAt(offsets: readonly number[], pixel: number): number {
  let low = 0;
  let high = Math.max(0, offsets.length - 2);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((offsets[middle] ?? 0) <= pixel) low = middle;
    else high = middle - 1;
  }
  return low;
}
