import type { ActionStatus, ActionSummary, Json, Preview } from "@countersign/protocol";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { keys } from "./keys.ts";
import { request } from "./request.ts";

/** Complete data to review one proposal of a session. */
export interface ReviewPayload {
  id: string;
  toolName: string;
  status: ActionStatus;
  version: number;
  digest: string;
  preview: Preview;
  current: Json | null;
  proposed: Json | null;
  /** Target without its prefix up to the first colon; null if the tool names no target. */
  elementPath: string | null;
  caption: string | null;
}

/** Reads the payloads of these rows of one session in one request; a new version of any row causes a new request. */
export const proposalsQuery = (sessionId: string, rows: readonly ActionSummary[]) => {
  const ids = rows.map(({ id }) => id);
  return queryOptions({
    queryKey: keys.proposals(
      sessionId,
      rows.map(({ id, version }) => `${id} ${version}`),
    ),
    queryFn: ({ signal }) =>
      request<Record<string, ReviewPayload>>(
        "GET",
        `/api/sessions/${encodeURIComponent(sessionId)}/proposals?${new URLSearchParams({ ids: ids.join(",") })}`,
        undefined,
        signal,
      ),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
};
