import type { ActionStatus, ActionSummary, Json, Preview } from "@countersign/protocol";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { keys } from "./keys.ts";
import { request } from "./request.ts";

/** What the server gives for one proposal of a session: what a review of it needs, whole. */
export interface ReviewPayload {
  id: string;
  toolName: string;
  status: ActionStatus;
  version: number;
  digest: string;
  preview: Preview;
  current: Json | null;
  proposed: Json | null;
  /** What it changes, in short; null where the tool names no target. */
  elementPath: string | null;
  caption: string | null;
}

/** The payloads of these rows of one session in one request; asked for again as soon as one of the rows changed. */
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
