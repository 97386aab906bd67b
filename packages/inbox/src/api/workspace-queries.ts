import type { Emergency, Insights, Safety, RecordKind, SavedRecord } from "@countersign/protocol";
import { queryOptions, infiniteQueryOptions } from "@tanstack/react-query";
import { keys } from "./keys.ts";
import { request } from "./request.ts";

/** Whether everything is stopped; live events have it read again. */
export const emergencyQuery = queryOptions({
  queryKey: keys.emergency,
  queryFn: ({ signal }) => request<Emergency>("GET", "/api/emergency-stop", undefined, signal),
});

export const insightsQuery = (days: number) =>
  queryOptions({
    queryKey: keys.insights(days),
    queryFn: ({ signal }) => request<Insights>("GET", `/api/insights?days=${days}`, undefined, signal),
  });

export const safetyQuery = (days: number) =>
  queryOptions({
    queryKey: keys.safety(days),
    queryFn: ({ signal }) => request<Safety>("GET", `/api/safety?days=${days}`, undefined, signal),
  });

interface Page {
  items: SavedRecord[];
  nextCursor: string | null;
}

/** What approved calls saved, newest first, page by page; of one kind or of all. */
export const recordsQuery = (kind: RecordKind | undefined) =>
  infiniteQueryOptions({
    queryKey: keys.records(kind),
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ ...(kind && { kind }), ...(pageParam !== null && { cursor: pageParam }) });
      return request<Page>("GET", `/api/saved-records?${query}`, undefined, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
