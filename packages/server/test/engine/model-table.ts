/*
 * The lifecycle as `design/model.md` draws it, written down a second time: nothing here comes from the engine, so that a
 * slip in its table is not repeated in the test of it.
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

export const MOST_ATTEMPTS = 5;

export const AFTER_VERDICT = { approve: "approved", reject: "rejected", refine: "refined" } as const;

/** What may follow each status; a status with nothing has ended. */
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

/** One action as the model holds it. */
export interface ModelAction {
  id: string;
  effect: Effect;
  status: Status;
  version: number;
  amount: number;
  edited: boolean;
  /** Its lifetime is over, though nobody may have noticed yet. */
  lapsed: boolean;
  attempt: number;
  /** How each execution ended, in order; the last may be running. */
  attempts: ("running" | "executed" | "failed" | "lost")[];
  /** Claim ids in the order they were given; the last is the row's own while it executes. */
  claims: string[];
  resolvedBy: string | null;
  errorCode: string | null;
  decisions: number;
  lateReports: number;
}

export const claimOf = (action: ModelAction): string | undefined =>
  action.status === "executing" ? action.claims.at(-1) : undefined;

/** What becomes of an execution whose executor fell silent. */
export const afterLoss = ({ effect, attempt }: ModelAction): Status =>
  effect === "unsafe" || attempt >= MOST_ATTEMPTS ? "outcome_unknown" : "approved";
