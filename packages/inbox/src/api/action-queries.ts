import type {
  Action,
  ActionPage,
  Checkpoint,
  CheckpointDetail,
  Counts,
  Repeat,
  TimelineEntry,
  Target,
  ActionSummary,
} from "@countersign/protocol";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { keys } from "./keys.ts";
import { listPath, type QueueFilter } from "./list-filter.ts";
import { request } from "./request.ts";

const PAGE_SIZE = 50;

export const countsQuery = queryOptions({
  queryKey: keys.counts,
  queryFn: ({ signal }) => request<Counts>("GET", "/api/pending-actions/counts", undefined, signal),
});

/** Rejected calls that agents repeated, and the tools paused because of them; newest first. */
export const repeatsQuery = queryOptions({
  queryKey: keys.repeats,
  queryFn: ({ signal }) => request<{ items: Repeat[] }>("GET", "/api/repeats", undefined, signal),
  select: (answer) => answer.items,
});

export const openCheckpointsQuery = queryOptions({
  queryKey: keys.checkpoints,
  queryFn: ({ signal }) => request<{ items: Checkpoint[] }>("GET", "/api/checkpoints?open=true", undefined, signal),
  select: (answer) => answer.items,
});

export const checkpointQuery = (id: string) =>
  queryOptions({
    queryKey: keys.checkpoint(id),
    queryFn: ({ signal }) => request<CheckpointDetail>("GET", `/api/checkpoints/${encodeURIComponent(id)}`, undefined, signal),
  });

export const listQuery = (filter: QueueFilter) =>
  infiniteQueryOptions({
    queryKey: keys.list(filter),
    queryFn: ({ pageParam, signal }) => request<ActionPage>("GET", listPath(filter, pageParam, PAGE_SIZE), undefined, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    // The list itself decides when to refetch, so that no row moves under the pointer.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnMount: "always",
  });

/** The newest actions that the filter matches. */
export const newestQuery = (filter: QueueFilter, limit: number) =>
  queryOptions({
    queryKey: keys.newest(filter, limit),
    queryFn: async ({ signal }) => (await request<ActionPage>("GET", listPath(filter, null, limit), undefined, signal)).items,
  });

export const actionQuery = (id: string) =>
  queryOptions({
    queryKey: keys.action(id),
    queryFn: ({ signal }) => request<Action>("GET", `/api/pending-actions/${encodeURIComponent(id)}`, undefined, signal),
  });

export const timelineQuery = (id: string) =>
  queryOptions({
    queryKey: keys.timeline(id),
    queryFn: ({ signal }) =>
      request<{ items: TimelineEntry[] }>("GET", `/api/pending-actions/${encodeURIComponent(id)}/events`, undefined, signal),
    select: (answer) => answer.items,
  });

/** The target's current state; the server reads the target for each request. */
export const targetQuery = (id: string) =>
  queryOptions({
    queryKey: keys.target(id),
    queryFn: ({ signal }) => request<Target>("GET", `/api/pending-actions/${encodeURIComponent(id)}/target`, undefined, signal),
  });

const MAX_ROWS = 50;

/** Reads the newest rows of a filter without caching, so that the lists on the screen stay unchanged. */
export async function readNewest(filter: QueueFilter, limit: number): Promise<ActionSummary[]> {
  const path = listPath({ ...filter, sort: "newest" }, null, Math.min(limit, MAX_ROWS));
  return (await request<ActionPage>("GET", path)).items;
}
