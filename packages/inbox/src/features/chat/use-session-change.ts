import type { ChangeChatSession, Chat, ChatSession } from "@countersign/protocol";
import { useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { chatPath } from "../../api/chat-queries.ts";
import { keys } from "../../api/keys.ts";
import { mergeEvent } from "../../api/merge-chat.ts";
import { request, type ApiError } from "../../api/request.ts";

/** Puts the session that the server returned into the cache. */
function keep(cache: QueryClient, session: ChatSession): void {
  cache.setQueryData<Chat>(keys.chat(session.id), (known) => known && mergeEvent(known, { event: "session", data: session }));
  void cache.invalidateQueries({ queryKey: keys.chatSessions });
}

/** Renames, archives or restores a conversation, or assigns it to another agent. */
export function useSessionChange(id: string) {
  const cache = useQueryClient();
  return useMutation<ChatSession, ApiError, ChangeChatSession>({
    mutationFn: (change) => request<ChatSession>("PUT", chatPath(id), change),
    onSuccess: (session) => keep(cache, session),
  });
}

type Step = { name: "messages"; body: { text: string; key: string } } | { name: "continue" | "stop" };

/** Sends a message, lets the agent continue, or requests cancellation of its turn. */
export function useTurn(id: string) {
  const cache = useQueryClient();
  return useMutation<ChatSession, ApiError, Step>({
    mutationFn: (step) => request<ChatSession>("POST", chatPath(id, `/${step.name}`), "body" in step ? step.body : {}),
    onSuccess: (session) => keep(cache, session),
    // The conversation may have changed on another device.
    onError: () => void cache.invalidateQueries({ queryKey: keys.chat(id) }),
  });
}
