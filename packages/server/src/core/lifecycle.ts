import { ACTION_STATUSES, type ActionStatus } from "@countersign/protocol";

/** Events of an action. `requeue`: the lease of a tool that may be run again was lost. */
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

/** All transitions. Every status has an entry; any other pair of status and event is refused. */
export const NEXT = {
  pending: {
    approve: "approved",
    // One of several approvals that the tool's rule requires.
    vote: "pending",
    reject: "rejected",
    refine: "refined",
    expire: "expired",
    cancel: "cancelled",
    // The tool has changed since the proposal.
    withdraw: "failed",
  },
  // `lose`: withdrawn after a lost attempt, which may have taken effect, so it is not known to have failed.
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

/** Returns the status after the event, or undefined if the transition is not allowed. */
export function next(status: ActionStatus, event: LifecycleEvent): ActionStatus | undefined {
  const row: Partial<Record<LifecycleEvent, ActionStatus>> = NEXT[status];
  return Object.hasOwn(row, event) ? row[event] : undefined;
}

/** Statuses from which the event is allowed: the guard of its conditional update. */
export const sources = (event: LifecycleEvent): readonly ActionStatus[] =>
  ACTION_STATUSES.filter((status) => next(status, event) !== undefined);
