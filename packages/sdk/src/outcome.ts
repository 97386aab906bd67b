import type { Action, ActionStatus, Outcome } from "@countersign/protocol";
import { openQuestions } from "./answering.ts";

const SENTENCES = {
  pending: "Waiting for a person to decide. The call has not run. Do not repeat the call; check this id later.",
  approved: "Approved, and will run soon. Do not repeat the call; check this id later.",
  executing: "Approved and running now. Do not repeat the call; check this id later.",
  executed: "Approved by a person and executed.",
  failed: "Approved, but the execution failed.",
  outcome_unknown:
    "Approved and started, but the outcome is unknown. A person has to check what happened; do not repeat the call.",
  rejected: "Rejected by a person. The call did not run; do not propose the same call again.",
  refined: "A person requested changes. The call did not run; propose a new version that follows the feedback.",
  expired: "Nobody decided in time. The call did not run.",
  cancelled: "Cancelled by the proposer. The call did not run.",
} as const satisfies Record<ActionStatus, string>;

/** A question is answered, and nothing runs. */
const QUESTION_SENTENCES = {
  pending: "The question is waiting for a person's answer; check this id later.",
  approved: "A person has answered; use this id to get the answer.",
  executing: "A person has answered; use this id to get the answer.",
  executed: "A person has answered. The answer does not approve any call.",
  failed: "There is no answer. See `error` for the reason.",
  outcome_unknown: "A person has answered, but the answer did not arrive. A person has to check what happened.",
  rejected: "A person declined to answer; do not ask the same question again.",
  refined: "A person requested a different question; ask a new one that follows the feedback.",
  expired: "Nobody answered in time.",
  cancelled: "The question was cancelled before anybody answered.",
} as const satisfies Record<ActionStatus, string>;

/** A rebase replaced the action; proposing it again would create a duplicate. */
const REPLACED = "Another action replaced this one; see `supersededBy`. This call did not run; check the other id instead.";

/** The tool refused the input, or the target no longer exists. */
const NEVER_RAN =
  "The call did not run and was never started. See `error` for the reason, and correct the cause before you propose the call again.";

/** An approver chose a later start. */
const RUNS_LATER =
  "Approved, and will run at the time given in `notBefore`. Do not repeat the call; check this id after that time.";

/** A person withdrew the approval. */
const WITHDRAWN =
  "Approved, but a person withdrew the approval before the call ran. A person can still run it; do not propose it again unless you are asked to.";

function sentenceOf({ status, attempts, error, isQuestion }: Action, startsLater: boolean): string {
  if (startsLater) return RUNS_LATER;
  if (isQuestion) return QUESTION_SENTENCES[status];
  if (status !== "failed") return SENTENCES[status];
  return error?.code === "withdrawn" ? WITHDRAWN : attempts.length === 0 ? NEVER_RAN : SENTENCES.failed;
}

/** True once the action cannot change unless a person starts it again. */
export const isFinal = (status: ActionStatus): boolean =>
  status !== "pending" && status !== "approved" && status !== "executing";

/** Converts an action to the outcome for an agent, in the wording of the server. */
export function outcomeOf(action: Action): Outcome {
  const last = action.decisions.at(-1);
  const comment = last?.comment ?? undefined;
  const replacement = action.status === "refined" ? action.supersededBy : null;
  const { notBefore = null } = action;
  const comments = openQuestions(action);
  const startsLater = action.status === "approved" && notBefore !== null && Date.parse(notBefore) > Date.now();
  return {
    status: action.status === "pending" ? "queued" : action.status,
    pendingActionId: action.id,
    toolName: action.toolName,
    message: replacement === null ? sentenceOf(action, startsLater) : REPLACED,
    ...(replacement !== null && { supersededBy: replacement }),
    ...(action.status === "executed" && { result: action.result }),
    ...(action.error !== null && { error: action.error }),
    ...(action.status === "rejected" && comment !== undefined && { reason: comment }),
    ...(action.status === "refined" && comment !== undefined && { feedback: comment }),
    ...(action.userEdits !== null && !action.isQuestion && { effectiveInput: action.effectiveInput }),
    ...(startsLater && { notBefore }),
    ...(comments.length > 0 && { comments }),
  };
}
