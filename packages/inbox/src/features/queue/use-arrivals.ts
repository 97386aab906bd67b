import type { ActionSummary } from "@countersign/protocol";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { QueueFilter } from "../../api/list-filter.ts";
import { readNewest } from "../../api/action-queries.ts";
import { useFeedEvent } from "../../api/use-live.ts";

/** Events within this time share one request. */
const BURST_MS = 400;

interface Arrivals {
  filter: QueueFilter;
  isShown: (id: string) => boolean;
  /** Also called for rows that the list shows already, because it happened to be read meanwhile. */
  onArrived: (rows: readonly ActionSummary[]) => void;
}

/**
 * Collects matching actions proposed since the list was read. The stream carries only ids, so the newest rows of the filter are
 * read and compared; in a very large burst, some are missing until the refresh.
 */
export function useArrivals({ filter, isShown, onArrived }: Arrivals) {
  // No arrivals are known for another filter.
  const [state, setState] = useState<{ filter: QueueFilter; rows: readonly ActionSummary[] }>({ filter, rows: [] });
  const arrived = state.filter === filter ? state.rows.filter(({ id }) => !isShown(id)) : [];
  const told = useRef(new Set<string>());
  const timer = useRef<number | undefined>(undefined);
  const look = useEffectEvent(async () => {
    timer.current = undefined;
    const asked = told.current;
    told.current = new Set();
    const newest = await readNewest(filter, asked.size + 10).catch(() => []);
    const rows = newest.filter(({ id }) => asked.has(id));
    if (rows.length === 0) return;
    const unshown = rows.filter(({ id }) => !isShown(id) && !arrived.some((known) => known.id === id));
    if (unshown.length > 0) setState({ filter, rows: [...arrived, ...unshown] });
    onArrived(rows);
  });

  useFeedEvent((event) => {
    const isNew = event.event === "action.created";
    const isAssigned = event.event === "action.updated" && event.data.assignee !== undefined && filter.assignee !== undefined;
    if (!isNew && !isAssigned) return;
    told.current.add(event.data.id);
    timer.current ??= window.setTimeout(() => void look(), BURST_MS);
  });
  useEffect(
    () => () => {
      window.clearTimeout(timer.current);
      timer.current = undefined;
    },
    [filter],
  );

  return { arrived, forget: () => setState({ filter, rows: [] }) };
}
