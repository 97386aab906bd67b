import type { ActionSummary } from "@countersign/protocol";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { QueueFilter } from "../../api/list-filter.ts";
import { listQuery } from "../../api/action-queries.ts";
import { useFeedEvent } from "../../api/use-live.ts";
import { strings } from "../../strings/queue.tsx";
import { useArrivals } from "./use-arrivals.ts";

/** Delay after the last change until the list refreshes, so that rows appear and disappear together. */
const CALM_MS = 700;

/**
 * The rows of a filter. Rows change in place, but none appears or disappears while `held`: then `news` says what a refresh
 * would bring, so that nothing moves under the pointer.
 */
export function useQueue(filter: QueueFilter, held: boolean, onArrived: (rows: readonly ActionSummary[]) => void) {
  const cache = useQueryClient();
  const options = listQuery(filter);
  const query = useInfiniteQuery(options);
  const pages = query.data?.pages;
  const rows = useMemo(() => pages?.flatMap((page) => page.items) ?? [], [pages]);
  const shownIds = useMemo(() => new Set(rows.map(({ id }) => id)), [rows]);
  const leftCount = useMemo(() => rows.filter((row) => !matches(filter, row)).length, [rows, filter]);
  const [missedSome, setMissedSome] = useState(false);
  const { arrived, forget } = useArrivals({ filter, isShown: (id) => shownIds.has(id), onArrived });

  const refresh = async (): Promise<void> => {
    forget();
    setMissedSome(false);
    // Later pages are read again as they are reached.
    cache.setQueryData(
      options.queryKey,
      (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
    );
    await query.refetch();
  };

  useFeedEvent((event) => {
    if (event.event === "resync") setMissedSome(true);
  });
  const hasNews = arrived.length > 0 || leftCount > 0 || missedSome;
  const mayMove = rows.length === 0 || !held;
  useEffect(() => {
    if (!hasNews || !mayMove || query.isFetching) return;
    const timer = window.setTimeout(() => void refresh(), CALM_MS);
    return () => window.clearTimeout(timer);
  });

  return {
    ...query,
    pages,
    rows,
    /** Matching actions that a refresh would bring. */
    arrived,
    news: hasNews ? strings.showNews(arrived.length, leftCount) : null,
    refresh,
  };
}

/** Whether a row that was in the list still belongs there; its other parts do not change. */
const matches = ({ status, assignee }: QueueFilter, row: ActionSummary): boolean =>
  (status?.includes(row.status) ?? true) && (assignee === undefined || assignee === (row.assignee?.id ?? "none"));
