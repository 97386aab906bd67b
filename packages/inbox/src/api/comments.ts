import type { ActionComment, CommentRequest } from "@countersign/protocol";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { keys } from "./keys.ts";
import { request, type ApiError } from "./request.ts";

/** Adds a comment to an action. Sent again with the same `idempotencyKey`, it adds nothing. */
export function useComment(id: string) {
  const cache = useQueryClient();
  return useMutation<ActionComment, ApiError, CommentRequest>({
    mutationFn: (comment) => request<ActionComment>("POST", `/api/pending-actions/${encodeURIComponent(id)}/comments`, comment),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.action(id) }),
  });
}
