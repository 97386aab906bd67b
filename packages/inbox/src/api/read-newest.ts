import type { ActionPage, ActionSummary } from "@countersign/protocol";
import type { ListFilter } from "./list-filter.ts";
import { listPath } from "./list-filter.ts";
import { request } from "./request.ts";

const MAX_ROWS = 50;

/** The newest rows of a filter, in no cache: the lists on the screen stay as they are. */
export async function readNewest(filter: ListFilter, limit: number): Promise<ActionSummary[]> {
  const path = listPath({ ...filter, sort: "newest" }, null, Math.min(limit, MAX_ROWS));
  return (await request<ActionPage>("GET", path)).items;
}
