import type { GlassUse } from "@countersign/protocol";
import { queryOptions } from "@tanstack/react-query";
import { keys } from "./keys.ts";
import { request } from "./request.ts";

const LOOK_MS = 15_000;

const read = async (query: string, signal: AbortSignal): Promise<GlassUse[]> =>
  (await request<{ items: GlassUse[] }>("GET", `/api/break-glass?${query}`, undefined, signal)).items;

/** Emergency approvals that nobody has reviewed. */
export const openGlassQuery = queryOptions({
  queryKey: keys.glass,
  queryFn: ({ signal }) => read("open=true", signal),
  refetchInterval: LOOK_MS,
});

/** The emergency approval of one action; null if there is none. */
export const glassOfQuery = (id: string) =>
  queryOptions({
    queryKey: keys.glassOf(id),
    queryFn: async ({ signal }) => (await read(`pendingActionId=${encodeURIComponent(id)}`, signal))[0] ?? null,
  });
