import type { ActionStatus } from "@countersign/protocol";

/** Operations that a person may apply to an action, by status. A missing status is a compile error. */
export const OFFERS = {
  pending: ["approve", "edit", "reject", "refine"],
  approved: ["withdraw"],
  executing: [],
  executed: [],
  failed: ["retry"],
  outcome_unknown: ["settle", "retry"],
  rejected: [],
  refined: [],
  expired: [],
  cancelled: [],
} as const satisfies Record<ActionStatus, readonly string[]>;

export type Offer = (typeof OFFERS)[ActionStatus][number];
