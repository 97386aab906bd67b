import type { ActionStatus, FailureCode } from "@countersign/protocol";

export type Tone = "waiting" | "busy" | "good" | "bad" | "unsure" | "quiet";

interface StatusWords {
  label: string;
  /** Completes "This action …". */
  says: string;
  tone: Tone;
}

export const STATUS_WORDS = {
  pending: { label: "Waiting", says: "waits for a decision", tone: "waiting" },
  approved: { label: "Approved", says: "is approved and about to run", tone: "busy" },
  executing: { label: "Running", says: "is running", tone: "busy" },
  executed: { label: "Done", says: "has run", tone: "good" },
  failed: { label: "Failed", says: "did not run to its end", tone: "bad" },
  outcome_unknown: { label: "Outcome unknown", says: "may have run; nobody knows yet", tone: "unsure" },
  rejected: { label: "Rejected", says: "was rejected and never ran", tone: "quiet" },
  refined: { label: "Sent back", says: "was sent back to the agent and never ran", tone: "quiet" },
  expired: { label: "Expired", says: "ran out of time and never ran", tone: "quiet" },
  cancelled: { label: "Withdrawn", says: "was withdrawn by its proposer and never ran", tone: "quiet" },
} as const satisfies Record<ActionStatus, StatusWords>;

/** Words for the states of a question that differ. */
const QUESTION_WORDS: Partial<Record<ActionStatus, StatusWords>> = {
  pending: { label: "Waiting", says: "waits for an answer", tone: "waiting" },
  approved: { label: "Answered", says: "is answered; the agent is about to get the answer", tone: "busy" },
  executing: { label: "Answered", says: "is answered; the agent is about to get the answer", tone: "busy" },
  executed: { label: "Answered", says: "has its answer, which the agent can read", tone: "good" },
  failed: { label: "Failed", says: "has no answer for the agent", tone: "bad" },
  rejected: { label: "Declined", says: "was declined", tone: "quiet" },
  refined: { label: "Sent back", says: "was sent back to the agent", tone: "quiet" },
  expired: { label: "Expired", says: "ran out of time", tone: "quiet" },
  cancelled: { label: "Withdrawn", says: "was withdrawn by the agent", tone: "quiet" },
};

/** Words for the state of an action or a question. */
export const statusWords = ({ status, isQuestion }: { status: ActionStatus; isQuestion: boolean }): StatusWords =>
  (isQuestion ? QUESTION_WORDS[status] : undefined) ?? STATUS_WORDS[status];

export const FAILURE_WORDS = {
  stale: "What it would have changed was changed by someone else first.",
  forbidden: "The permission for it was gone when it was about to run.",
  invalid: "The tool did not accept the input.",
  tool_changed: "The tool's definition changed after this was proposed.",
  withdrawn: "The approval was withdrawn before it ran.",
  handler: "The tool reported an error.",
  timeout: "The tool took longer than it may.",
} as const satisfies Record<FailureCode, string>;
