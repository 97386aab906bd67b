import type { Emergency } from "@countersign/protocol";
import { queryOptions } from "@tanstack/react-query";
import { keys } from "./keys.ts";
import { request } from "./request.ts";

/** Whether everything is stopped; live events have it read again. */
export const emergencyQuery = queryOptions({
  queryKey: keys.emergency,
  queryFn: ({ signal }) => request<Emergency>("GET", "/api/emergency-stop", undefined, signal),
});
