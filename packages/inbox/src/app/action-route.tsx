import { useParams } from "@tanstack/react-router";
import { ActionPage } from "../features/action/action-page.tsx";
import { filterOf, useQueueSearch } from "../features/queue/queue-search.ts";

/** Gives the detail the list it was opened from, so that it can offer the next one. */
export function ActionRoute() {
  const { id } = useParams({ from: "/review/actions/$id" });
  const search = useQueueSearch();
  return <ActionPage key={id} id={id} filter={filterOf(search)} />;
}
