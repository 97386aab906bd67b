import { startsLater, type Action, type ActionStatus, type Outcome } from "@countersign/protocol";

/** Message to the agent for each status; each is distinct, so that a model does not confuse two statuses. */
const SENTENCES = {
  pending:
    "Queued for a person's approval. It has NOT run. Do not assume it will; continue with other work or ask again by id.",
  approved: "Approved and about to run. It has not run yet; ask again by id for the result.",
  executing: "Approved and running now. Ask again by id for the result; do not call the tool again.",
  executed: "It was approved and has run once. `result` is what it returned.",
  failed: "It was approved but did not succeed. `error` says why. Do not repeat it blindly.",
  outcome_unknown:
    "It was approved and started, but nobody knows whether it took effect. A person is settling that. Do NOT repeat it.",
  rejected: "A person rejected it. It has not run. Do not repeat the same call.",
  refined: "A person wants it changed. It has not run. Propose a new version that follows `feedback`.",
  expired: "Nobody decided in time. It has not run and was not rejected.",
  cancelled: "It was cancelled before a decision. It has not run.",
} as const satisfies Record<ActionStatus, string>;

/** Messages of a question, where they differ: a person answers it, and nothing runs. */
const QUESTION_SENTENCES = {
  pending: "The question waits for a person's answer. Continue with other work or ask again by id.",
  approved: "A person has answered. Ask again by id for the answer.",
  executing: "A person has answered. Ask again by id for the answer.",
  executed: "A person has answered. `result` is the answer. It approves no other call.",
  failed: "There is no answer. `error` says why.",
  rejected: "A person declined to answer. Do not ask the same again.",
  refined: "A person wants the question asked differently. Ask a new one that follows `feedback`.",
  expired: "Nobody answered in time.",
  cancelled: "The question was cancelled before anybody answered.",
} as const satisfies Partial<Record<ActionStatus, string>>;

/** Message of a failure without an attempt: the tool refused the input, or what the call was proposed for is gone. */
const NEVER_RAN = "It has NOT run: nothing of it was begun. `error` says why; correct that before you propose it again.";

/** Message of a replaced action. A person may have rebased it, so "propose a new version" would duplicate it. */
const REPLACED =
  "Another action took its place, see `supersededBy`. It has not run. Ask about that one; do not propose it again.";

/** Returns the current outcome of an action as its proposer is told. */
export function toOutcome(
  action: Pick<
    Action,
    | ("id" | "status" | "toolName" | "result" | "error" | "userEdits" | "effectiveInput" | "decisions" | "supersededBy")
    | ("attempts" | "notBefore" | "isQuestion")
  >,
): Outcome {
  const replacement = action.status === "refined" ? action.supersededBy : null;
  const last = action.decisions.at(-1);
  const isLater = startsLater(action, Date.now());
  return {
    status: action.status === "pending" ? "queued" : action.status,
    pendingActionId: action.id,
    toolName: action.toolName,
    message: replacement === null ? sentenceOf(action, isLater) : REPLACED,
    ...(replacement === null ? {} : { supersededBy: replacement }),
    ...(action.status === "executed" ? { result: action.result } : {}),
    ...(action.error ? { error: action.error } : {}),
    ...(action.status === "rejected" && last?.comment ? { reason: last.comment } : {}),
    ...(action.status === "refined" && last?.comment ? { feedback: last.comment } : {}),
    ...(action.userEdits && !action.isQuestion ? { effectiveInput: action.effectiveInput } : {}),
    ...(isLater ? { notBefore: action.notBefore } : {}),
  };
}

/** Message of an approval that a person withdrew. */
const WITHDRAWN =
  "It was approved, and then a person withdrew the approval before it ran. A person may still have it run; do not propose it again unless you are asked to.";

/** Message of an approval for a later time. */
const RUNS_LATER =
  "Approved, to run at the time that `notBefore` names or soon after. It has not run yet; ask again by id after that time.";

const sentenceOf = (action: Pick<Action, "status" | "attempts" | "error" | "isQuestion">, isLater: boolean): string => {
  if (isLater) return RUNS_LATER;
  if (action.status === "failed" && action.error?.code === "withdrawn") return WITHDRAWN;
  const { status } = action;
  if (action.isQuestion && status !== "outcome_unknown") return QUESTION_SENTENCES[status];
  return status === "failed" && action.attempts.length === 0 ? NEVER_RAN : SENTENCES[status];
};

export const queuedOutcome = (id: string, toolName: string, asksQuestion = false): Outcome => ({
  status: "queued",
  pendingActionId: id,
  toolName,
  message: asksQuestion ? QUESTION_SENTENCES.pending : SENTENCES.pending,
});
