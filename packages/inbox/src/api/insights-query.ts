import type { Insights } from "@countersign/protocol";
import { queryOptions } from "@tanstack/react-query";
import { keys } from "./keys.ts";
import { request } from "./request.ts";

export const insightsQuery = (days: number) =>
  queryOptions({
    queryKey: keys.insights(days),
    queryFn: ({ signal }) => request<Insights>("GET", `/api/insights?days=${days}`, undefined, signal),
  });
