import type { ActionSummary } from "@countersign/protocol";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { ListFilter } from "../../api/list-filter.ts";
import { listQuery } from "../../api/queries.ts";
import { useFeedEvent } from "../../api/use-live.ts";

/** A burst of events is one reading. */
const CALM_MS = 700;

/**
 * The rows of a filter. They change in place, but none appears or goes while `held`: then `news` counts what a refresh
 * would bring, so that nothing moves under the pointer.
 */
export function useQueue(filter: ListFilter, held: boolean) {
  const cache = useQueryClient();
  const options = listQuery(filter);
  const query = useInfiniteQuery(options);
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? [], [query.data]);
  const [news, setNews] = useState(0);

  const refresh = async (): Promise<void> => {
    setNews(0);
    // Pages further down are read again as they are reached.
    cache.setQueryData(
      options.queryKey,
      (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
    );
    await query.refetch();
  };

  useFeedEvent((event) => {
    if (event.event === "action.created") setNews((count) => count + 1);
    if (
      event.event === "action.updated" &&
      !matches(filter, event.data.status) &&
      rows.some(({ id }) => id === event.data.id)
    ) {
      setNews((count) => count + 1);
    }
  });
  useEffect(() => {
    if (news === 0 || held) return;
    const timer = window.setTimeout(() => void refresh(), CALM_MS);
    return () => window.clearTimeout(timer);
  });

  return { ...query, rows, news, refresh };
}

const matches = (filter: ListFilter, status: ActionSummary["status"]): boolean => filter.status?.includes(status) ?? true;
