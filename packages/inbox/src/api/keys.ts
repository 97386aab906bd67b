import type { ListFilter } from "./list-filter.ts";

/** Keys of the query cache, the one place where they are spelled. */
export const keys = {
  me: ["me"] as const,
  counts: ["counts"] as const,
  lists: ["actions"] as const,
  list: (filter: ListFilter) => ["actions", filter] as const,
  action: (id: string) => ["action", id] as const,
  timeline: (id: string) => ["action", id, "timeline"] as const,
};
