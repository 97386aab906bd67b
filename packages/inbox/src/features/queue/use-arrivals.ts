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
  onArrived: (rows: readonly ActionSummary[]) => void;
}

/**
 * Counts matching actions proposed since the list was read. The stream carries only ids, so the newest rows of the filter are
 * read and compared; in a very large burst, some stay uncounted until the refresh.
 */
export function useArrivals({ filter, isShown, onArrived }: Arrivals) {
  // No arrivals are known for another filter.
  const [arrived, setArrived] = useState<{ filter: QueueFilter; ids: readonly string[] }>({ filter, ids: [] });
  const ids = arrived.filter === filter ? arrived.ids.filter((id) => !isShown(id)) : [];
  const told = useRef(new Set<string>());
  const timer = useRef<number | undefined>(undefined);
  const look = useEffectEvent(async () => {
    timer.current = undefined;
    const asked = told.current;
    told.current = new Set();
    const newest = await readNewest(filter, asked.size + 10).catch(() => []);
    const rows = newest.filter(({ id }) => asked.has(id) && !isShown(id));
    if (rows.length === 0) return;
    setArrived({ filter, ids: [...new Set([...ids, ...rows.map(({ id }) => id)])] });
    onArrived(rows);
  });

  useFeedEvent((event) => {
    if (event.event !== "action.created" || isShown(event.data.id)) return;
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

  return { arrivedCount: ids.length, forget: () => setArrived({ filter, ids: [] }) };
}
