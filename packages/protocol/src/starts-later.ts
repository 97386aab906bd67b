import type { Action } from "./action.ts";

/** Whether an action is approved to start at a time that is still ahead of `nowMs`, milliseconds as of `Date.now()`. */
export function startsLater<Of extends Pick<Action, "status" | "notBefore">>(
  action: Of,
  nowMs: number,
): action is Of & { notBefore: string } {
  const { status, notBefore } = action;
  return status === "approved" && typeof notBefore === "string" && Date.parse(notBefore) > nowMs;
}
