/*
 * An independent second definition of the lifecycle: nothing here comes from the engine, so that a mistake in its table is not
 * repeated in its test.
 */

export type Status =
  | "pending"
  | "approved"
  | "executing"
  | "executed"
  | "failed"
  | "outcome_unknown"
  | "rejected"
  | "refined"
  | "expired"
  | "cancelled";
export type Effect = "idempotent" | "reconcilable" | "unsafe";
export type Verdict = "approve" | "reject" | "refine";

export const MAX_ATTEMPTS = 5;

export const AFTER_VERDICT = { approve: "approved", reject: "rejected", refine: "refined" } as const;

/** Possible next statuses; none for a final status. */
export const FOLLOWS: Record<Status, readonly Status[]> = {
  pending: ["approved", "rejected", "refined", "expired", "cancelled"],
  approved: ["executing", "failed", "outcome_unknown"],
  executing: ["executed", "failed", "outcome_unknown", "approved"],
  outcome_unknown: ["executed", "failed", "approved"],
  failed: ["approved"],
  executed: [],
  rejected: [],
  refined: [],
  expired: [],
  cancelled: [],
};

export interface ModelAction {
  id: string;
  effect: Effect;
  status: Status;
  version: number;
  amount: number;
  edited: boolean;
  /** The lifetime is over, though nothing may have noticed yet. */
  lapsed: boolean;
  attempt: number;
  /** Outcome of each execution, in order; the last may be running. */
  attempts: ("running" | "executed" | "failed" | "lost")[];
  /** Claim ids in order of issue; the last one is current while the action executes. */
  claims: string[];
  resolvedBy: string | null;
  errorCode: string | null;
  decisions: number;
  lateReports: number;
}

export const claimOf = (action: ModelAction): string | undefined =>
  action.status === "executing" ? action.claims.at(-1) : undefined;

/** The status after the lease of a silent executor has expired. */
export const afterLoss = ({ effect, attempt }: ModelAction): Status =>
  effect === "unsafe" || attempt >= MAX_ATTEMPTS ? "outcome_unknown" : "approved";
