import type { ActionComment, CommentRequest } from "@countersign/protocol";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { keys } from "./keys.ts";
import { request, type ApiError } from "./request.ts";

/** Sends a comment on an action. The server stores one for each `idempotencyKey`. */
export function useComment(id: string) {
  const cache = useQueryClient();
  return useMutation<ActionComment, ApiError, CommentRequest>({
    mutationFn: (comment) => request<ActionComment>("POST", `/api/pending-actions/${encodeURIComponent(id)}/comments`, comment),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.action(id) }),
  });
}
