import type { Chat, ChatAgent, ChatSessionPage } from "@countersign/protocol";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { keys } from "./keys.ts";
import { mergeRead } from "./merge-chat.ts";
import { request } from "./request.ts";

/** Filter for conversations. */
export interface ChatFilter {
  q?: string;
  archived?: boolean | undefined;
  /** True: all that the person may read. Otherwise their own. */
  everyone?: boolean | undefined;
}

const PAGE_SIZE = 30;
const LOOK_MS = 15_000;

export const chatPath = (id: string, rest = ""): string => `/api/chat/sessions/${encodeURIComponent(id)}${rest}`;

/** Conversations by newest change, in pages. Polled, because changes on another device emit no event here. */
export const chatSessionsQuery = ({ q, archived = false, everyone = false }: ChatFilter) =>
  infiniteQueryOptions({
    queryKey: keys.chatSessionList({ q, archived, everyone }),
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ limit: String(PAGE_SIZE), archived: String(archived), ...(q && { q }) });
      if (everyone) query.set("everyone", "true");
      if (pageParam !== null) query.set("cursor", pageParam);
      return request<ChatSessionPage>("GET", `/api/chat/sessions?${query}`, undefined, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_MS,
  });

/** A conversation. Newer data that arrived over its stream meanwhile is kept. */
export const chatQuery = (id: string) =>
  queryOptions({
    queryKey: keys.chat(id),
    queryFn: async ({ client, signal }) =>
      mergeRead(client.getQueryData<Chat>(keys.chat(id)), await request<Chat>("GET", chatPath(id), undefined, signal)),
    refetchOnWindowFocus: false,
  });

/** Chat agents. Administrators also see those that are switched off. */
export const chatAgentsQuery = queryOptions({
  queryKey: keys.chatAgents,
  queryFn: async ({ signal }) => (await request<{ items: ChatAgent[] }>("GET", "/api/chat/agents", undefined, signal)).items,
  staleTime: 30_000,
});
