import { useCallback, useEffect, useRef } from "react";
import type { QueueLine } from "./group-rows.ts";
import type { Selection } from "./use-selection.ts";

/**
 * Ticks or unticks a row. With `toHere` (the Shift key) it ticks every waiting row from the one ticked last to this one, in the
 * order on screen, if that one is ticked still and this one is not yet.
 */
export function useRangeTicks(lines: readonly QueueLine[], selection: Selection | null) {
  const last = useRef<string | null>(null);
  const current = useRef(selection);
  useEffect(() => {
    current.current = selection;
  });
  return useCallback(
    (id: string, toHere: boolean) => {
      const { has, toggle, tickAll } = current.current ?? {};
      const isTicked = has?.(id) === true;
      const isRange = toHere && !isTicked && last.current !== null && has?.(last.current) === true;
      if (isRange) tickAll?.(idsBetween(lines, last.current, id));
      else toggle?.(id);
      last.current = isTicked ? null : id;
    },
    [lines],
  );
}

function idsBetween(lines: readonly QueueLine[], from: string | null, to: string): string[] {
  const indexOf = (id: string | null) => lines.findIndex((line) => line.kind === "row" && line.row.id === id);
  const [start, end] = [indexOf(from), indexOf(to)].toSorted((a, b) => a - b) as [number, number];
  if (start < 0) return [to];
  return lines
    .slice(start, end + 1)
    .flatMap((line) => (line.kind === "row" && line.row.status === "pending" ? [line.row.id] : []));
}
