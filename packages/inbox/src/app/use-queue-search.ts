import { useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { readQueueSearch, type QueueSearch } from "../features/queue/queue-search.ts";

/** The filters in the address. The router passes on what its check dropped, so it is checked here again. */
export function useQueueSearch(): QueueSearch {
  const search = useSearch({ from: "/review" });
  return useMemo(() => readQueueSearch({ ...search }), [search]);
}
