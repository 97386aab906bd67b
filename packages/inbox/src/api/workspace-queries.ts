import type { Emergency, Insights, Safety, RecordKind, SavedRecord } from "@countersign/protocol";
import { queryOptions, infiniteQueryOptions } from "@tanstack/react-query";
import { keys } from "./keys.ts";
import { request } from "./request.ts";

/** State of the emergency stop; live events trigger a refetch. */
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

/** Items saved by approved calls, newest first, in pages; of one kind, or of all kinds if `kind` is undefined. */
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
