import { useParams } from "@tanstack/react-router";
import { ActionPage } from "../features/action/action-page.tsx";
import { useQueueFilter, useQueueSearch } from "../features/queue/queue-search.ts";

/** Passes the filter of the originating list to the action's page, which then offers the next action of that list. */
export function ActionRoute() {
  const { id } = useParams({ from: "/review/actions/$id" });
  const filter = useQueueFilter(useQueueSearch());
  return <ActionPage key={id} id={id} filter={filter} />;
}
