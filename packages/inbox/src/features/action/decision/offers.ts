import type { ActionStatus } from "@countersign/protocol";

/** What a person may do to an action in each status. A status that is not here does not compile. */
export const OFFERS = {
  pending: ["approve", "edit", "reject", "refine"],
  approved: [],
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
