import type { ActionSummary } from "@countersign/protocol";
import { useCallback, useMemo, useState } from "react";

/** Tracks ticked rows. A row that is no longer pending is not selected any more, whoever decided it. */
export function useSelection(rows: readonly ActionSummary[]) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const waiting = useMemo(() => rows.filter(({ status }) => status === "pending"), [rows]);
  const selected = useMemo(() => waiting.filter(({ id }) => ticked.has(id)), [waiting, ticked]);
  const toggle = useCallback((id: string) => {
    setTicked((old) => {
      const next = new Set(old);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);
  const tickAll = useCallback((ids: readonly string[]) => setTicked((old) => new Set([...old, ...ids])), []);
  /** Ticks all of them, or unticks all if all were ticked. */
  const toggleMany = useCallback((ids: readonly string[]) => {
    setTicked((old) => {
      const all = ids.every((id) => old.has(id));
      return new Set(all ? [...old].filter((id) => !ids.includes(id)) : [...old, ...ids]);
    });
  }, []);
  return {
    selected,
    allSelected: waiting.length > 0 && selected.length === waiting.length,
    waitingCount: waiting.length,
    has: (id: string) => ticked.has(id),
    toggle,
    tickAll,
    toggleMany,
    selectAll: () => setTicked(new Set(waiting.map(({ id }) => id))),
    clear: () => setTicked(new Set()),
  };
}
export type Selection = ReturnType<typeof useSelection>;
