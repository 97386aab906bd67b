import type { Action } from "@countersign/protocol";

/** Whether a pending action's target has changed since the proposal; the server then refuses an approval. */
export const isStale = ({ status, targetChangedAt }: Pick<Action, "status" | "targetChangedAt">): boolean =>
  status === "pending" && targetChangedAt !== null;
