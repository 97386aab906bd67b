import { useCallback, useRef } from "react";
import type { QueueLine } from "./group-rows.ts";
import type { Selection } from "./use-selection.ts";

/** Ticks a row; with `toHere` (the Shift key) every waiting row between the one ticked last and this one, in the order on screen. */
export function useRangeTicks(lines: readonly QueueLine[], selection: Selection | null) {
  const last = useRef<string | null>(null);
  const toggle = selection?.toggle;
  const tickAll = selection?.tickAll;
  return useCallback(
    (id: string, toHere: boolean) => {
      const between = toHere ? idsBetween(lines, last.current, id) : [];
      last.current = id;
      if (between.length > 0) tickAll?.(between);
      else toggle?.(id);
    },
    [lines, toggle, tickAll],
  );
}

function idsBetween(lines: readonly QueueLine[], from: string | null, to: string): string[] {
  const indexOf = (id: string | null) => lines.findIndex((line) => line.kind === "row" && line.row.id === id);
  const [start, end] = [indexOf(from), indexOf(to)].toSorted((a, b) => a - b) as [number, number];
  if (start < 0) return [];
  return lines
    .slice(start, end + 1)
    .flatMap((line) => (line.kind === "row" && line.row.status === "pending" ? [line.row.id] : []));
}
