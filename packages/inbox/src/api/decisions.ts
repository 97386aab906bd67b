import type { Action, ErrorCode, JsonObject } from "@countersign/protocol";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { strings } from "../strings/ui.tsx";
import { keys } from "./keys.ts";
import { refineInChat, useConversation } from "./refine-in-chat.ts";
import { replaceRow } from "./replace-row.ts";
import { ApiError, request } from "./request.ts";
import { shownFor } from "./shown-since.ts";

/** Commands on one action with their bodies. Verdicts carry the digest that was on the screen. */
export interface ActionCommands {
  approve: { digest: string; userEdits?: JsonObject; notBefore?: string };
  reject: { digest: string; reason?: string };
  refine: { digest: string; feedback: string };
  /** Approves alone, in an emergency. */
  "break-glass": { digest: string; reason: string };
  /** Returns another action: the same call over the current target. */
  rebase: { digest: string };
  cancel: Record<string, never>;
  retry: { comment?: string };
  withdraw: { comment?: string };
  settle: { outcome: "executed" | "failed"; note: string };
}
export type Command = { [N in keyof ActionCommands]: { name: N; body: ActionCommands[N] } }[keyof ActionCommands];

/** Decisions on a pending action; they also report how long the person had it on screen. */
export const VERDICTS: ReadonlySet<Command["name"]> = new Set(["approve", "reject", "refine"]);

/** Sends one command. The row that the server returns, also with a refusal, replaces the cached one; no optimistic update. */
export function useCommand(id: string) {
  const cache = useQueryClient();
  const conversation = useConversation();
  return useMutation<Action, ApiError, Command>({
    mutationFn: async ({ name, body }) => {
      if (conversation !== null && name === "refine") return refineOne(conversation, id, body);
      const sent = VERDICTS.has(name) ? { ...body, ...shownFor(id) } : body;
      return request<Action>("POST", `/api/pending-actions/${encodeURIComponent(id)}/${name}`, sent);
    },
    onSuccess: (action) => replaceRow(cache, action),
    onError: ({ problem }) => {
      if (problem?.current) replaceRow(cache, problem.current);
    },
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: keys.action(id) });
      void cache.invalidateQueries({ queryKey: keys.counts });
    },
  });
}

/** Refines an action within a conversation: the feedback becomes a message, and the agent proposes again at once. */
async function refineOne(conversation: string, id: string, { digest, feedback }: ActionCommands["refine"]): Promise<Action> {
  const [result] = await refineInChat(conversation, [{ pendingActionId: id, digest }], feedback);
  const action = await request<Action>("GET", `/api/pending-actions/${encodeURIComponent(id)}`);
  if (result?.outcome === "refined") return action;
  throw new ApiError((result?.code ?? "UNAVAILABLE") as ErrorCode, result?.detail ?? strings.requests.notSentBack);
}

/** Assigns a pending action; `seen` is the assignee on the screen. */
export const useAssign = (id: string) => useChange<{ personId: string | null; seen: string | null }>(id, "assignee");

/** Changes when a pending action expires; `seen` is the end on the screen. Null means never. */
export const useChangeTimeLimit = (id: string) =>
  useChange<{ expiresAt: string | null; seen: string | null }>(id, "time-limit");

/** Changes one thing about a pending action that is no decision. */
function useChange<Body>(id: string, what: "assignee" | "time-limit") {
  const cache = useQueryClient();
  return useMutation<Action, ApiError, Body>({
    mutationFn: (body) => request<Action>("PUT", `/api/pending-actions/${encodeURIComponent(id)}/${what}`, body),
    onSuccess: (action) => replaceRow(cache, action),
    onError: ({ problem }) => {
      if (problem?.current) replaceRow(cache, problem.current);
    },
    onSettled: () => void cache.invalidateQueries({ queryKey: keys.action(id) }),
  });
}

/** Returns the action as these edits would change it; stores nothing. */
export const usePreviewEdits = (id: string) =>
  useMutation<Action, ApiError, JsonObject>({
    mutationFn: (userEdits) => request<Action>("POST", `/api/pending-actions/${encodeURIComponent(id)}/preview`, { userEdits }),
  });
