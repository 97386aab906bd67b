import type { Safety } from "@countersign/protocol";
import { queryOptions } from "@tanstack/react-query";
import { keys } from "./keys.ts";
import { request } from "./request.ts";

export const safetyQuery = (days: number) =>
  queryOptions({
    queryKey: keys.safety(days),
    queryFn: ({ signal }) => request<Safety>("GET", `/api/safety?days=${days}`, undefined, signal),
  });
