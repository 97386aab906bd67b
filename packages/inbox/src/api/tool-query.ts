import type { Tool } from "@countersign/protocol";
import { queryOptions } from "@tanstack/react-query";
import { keys } from "./keys.ts";
import { request } from "./request.ts";

export const toolQuery = (name: string) =>
  queryOptions({
    queryKey: keys.tool(name),
    queryFn: ({ signal }) => request<Tool>("GET", `/api/tools/${encodeURIComponent(name)}`, undefined, signal),
  });
