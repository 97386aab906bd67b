import { ACTION_STATUSES, type ActionStatus } from "@countersign/protocol";

/** What can happen to an action. `requeue` is a lost lease of a tool that may be run again. */
export const LIFECYCLE_EVENTS = [
  "approve",
  "vote",
  "reject",
  "refine",
  "expire",
  "cancel",
  "start",
  "withdraw",
  "succeed",
  "fail",
  "lose",
  "requeue",
  "settle_executed",
  "settle_failed",
  "retry",
] as const;
export type LifecycleEvent = (typeof LIFECYCLE_EVENTS)[number];

/** The whole lifecycle. Every status has a row; a pair that is not here is a refusal. */
export const NEXT = {
  pending: {
    approve: "approved",
    // One approval of several that its tool's rule asks for.
    vote: "pending",
    reject: "rejected",
    refine: "refined",
    expire: "expired",
    cancel: "cancelled",
    // Its tool is no longer the one it was proposed for.
    withdraw: "failed",
  },
  // Withdrawn after a lost attempt, which may have taken effect, it is not known to have failed.
  approved: { start: "executing", withdraw: "failed", lose: "outcome_unknown" },
  executing: { succeed: "executed", fail: "failed", lose: "outcome_unknown", requeue: "approved" },
  outcome_unknown: { settle_executed: "executed", settle_failed: "failed", retry: "approved" },
  failed: { retry: "approved" },
  executed: {},
  rejected: {},
  refined: {},
  expired: {},
  cancelled: {},
} as const satisfies Record<ActionStatus, Partial<Record<LifecycleEvent, ActionStatus>>>;

/** The status after the event, or `undefined` where it cannot happen. */
export function next(status: ActionStatus, event: LifecycleEvent): ActionStatus | undefined {
  const row: Partial<Record<LifecycleEvent, ActionStatus>> = NEXT[status];
  return Object.hasOwn(row, event) ? row[event] : undefined;
}

/** The statuses the event can happen in: the guard of its conditional update. */
export const sources = (event: LifecycleEvent): readonly ActionStatus[] =>
  ACTION_STATUSES.filter((status) => next(status, event) !== undefined);
