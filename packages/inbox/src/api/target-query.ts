import type { Target } from "@countersign/protocol";
import { queryOptions } from "@tanstack/react-query";
import { keys } from "./keys.ts";
import { request } from "./request.ts";

/** The target as it is at this moment; the server looks at it for each reading. */
export const targetQuery = (id: string) =>
  queryOptions({
    queryKey: keys.target(id),
    queryFn: ({ signal }) => request<Target>("GET", `/api/pending-actions/${encodeURIComponent(id)}/target`, undefined, signal),
  });
