import type { Action } from "@countersign/protocol";

/** Waits for a decision on a target that is no longer as it was when proposed; the server refuses to approve that. */
export const isStale = ({ status, targetChangedAt }: Pick<Action, "status" | "targetChangedAt">): boolean =>
  status === "pending" && targetChangedAt !== null;
