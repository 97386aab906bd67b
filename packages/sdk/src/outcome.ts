import type { Action, ActionStatus, Outcome } from "@countersign/protocol";
import { openQuestions } from "./answering.ts";

const SENTENCES = {
  pending: "Waits for a person to decide. It has not run; do not call it again, ask for this id later.",
  approved: "Approved, and will run soon. Do not call it again, ask for this id later.",
  executing: "Approved, and runs now. Do not call it again, ask for this id later.",
  executed: "Approved by a person and executed.",
  failed: "Approved, but the execution failed.",
  outcome_unknown: "Approved and started, but nobody knows how it ended. A person has to check; do not call it again.",
  rejected: "Rejected by a person. It did not run; do not ask for the same again.",
  refined: "A person wants changes. It did not run; propose again with the feedback taken in.",
  expired: "Nobody decided in time. It did not run.",
  cancelled: "Cancelled by the proposer. It did not run.",
} as const satisfies Record<ActionStatus, string>;

/** A question is answered, and nothing runs. */
const QUESTION_SENTENCES = {
  pending: "The question waits for a person's answer; ask for this id later.",
  approved: "A person has answered; ask for this id for the answer.",
  executing: "A person has answered; ask for this id for the answer.",
  executed: "A person has answered. It approves no other call.",
  failed: "There is no answer; `error` says why.",
  outcome_unknown: "A person has answered, but the answer did not arrive. A person has to look.",
  rejected: "A person declined to answer; do not ask the same again.",
  refined: "A person wants the question asked differently; ask a new one with the feedback taken in.",
  expired: "Nobody answered in time.",
  cancelled: "The question was cancelled before anybody answered.",
} as const satisfies Record<ActionStatus, string>;

/** A rebase replaced the action; proposing it again would create a duplicate. */
const REPLACED = "Another action took its place, see `supersededBy`. It did not run; ask about that one instead.";

/** The tool refused the input, or the target no longer exists. */
const NEVER_RAN = "It did not run: nothing of it was begun. `error` says why; correct that before you propose it again.";

/** An approver chose a later start. */
const RUNS_LATER =
  "Approved, and will run at the time that `notBefore` names. Do not call it again, ask for this id after that.";

/** A person withdrew the approval. */
const WITHDRAWN =
  "Approved, and then a person withdrew the approval before it ran. A person may still have it run; do not propose it again unless you are asked to.";

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
