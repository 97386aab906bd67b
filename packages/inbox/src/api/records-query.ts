import type { RecordKind, SavedRecord } from "@countersign/protocol";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { keys } from "./keys.ts";
import { request } from "./request.ts";

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
