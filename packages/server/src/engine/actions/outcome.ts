import { startsLater, type Action, type ActionStatus, type Outcome } from "@countersign/protocol";

/** Message to the agent for each status; each is distinct, so that a model does not confuse two statuses. */
const SENTENCES = {
  pending:
    "Queued for a person's approval. The call has NOT run. Do not assume that it will; continue with other work, or check again later with the id.",
  approved: "Approved and about to run. The call has not run yet; use the id to get the result later.",
  executing: "Approved and running now. Use the id to get the result; do not call the tool again.",
  executed: "The call was approved and has run once. `result` is what it returned.",
  failed: "The call was approved but failed. See `error` for the reason, and read it before you repeat the call.",
  outcome_unknown:
    "The call was approved and started, but its outcome is unknown. A person has to check what happened. Do NOT repeat the call.",
  rejected: "A person rejected the call. It has not run. Do not repeat the same call.",
  refined: "A person requested changes. The call has not run. Propose a new version that follows `feedback`.",
  expired: "Nobody decided in time. The call has not run and was not rejected.",
  cancelled: "The call was cancelled before a decision. It has not run.",
} as const satisfies Record<ActionStatus, string>;

/** Messages of a question, where they differ: a person answers it, and nothing runs. */
const QUESTION_SENTENCES = {
  pending: "The question is waiting for a person's answer. Continue with other work, or check again later with the id.",
  approved: "A person has answered. Use the id to get the answer.",
  executing: "A person has answered. Use the id to get the answer.",
  executed: "A person has answered. `result` is the answer. The answer does not approve any call.",
  failed: "There is no answer. See `error` for the reason.",
  rejected: "A person declined to answer. Do not ask the same question again.",
  refined: "A person requested a different question. Ask a new one that follows `feedback`.",
  expired: "Nobody answered in time.",
  cancelled: "The question was cancelled before anybody answered.",
} as const satisfies Partial<Record<ActionStatus, string>>;

/** Message of a failure without an attempt: the tool refused the input, or what the call was proposed for is gone. */
const NEVER_RAN =
  "The call has NOT run and was never started. See `error` for the reason, and correct the cause before you propose the call again.";

/** Message of a replaced action. A person may have rebased it, so "propose a new version" would duplicate it. */
const REPLACED =
  "Another action superseded this one (see `supersededBy`). This call has not run. Check the other action instead; do not propose this call again.";

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
  "The call was approved, but a person withdrew the approval before it ran. A person may still run it; do not propose it again unless you are asked to.";

/** Message of an approval for a later time. */
const RUNS_LATER =
  "Approved, to run at the time in `notBefore` or soon after. The call has not run yet; use the id to get the result after that time.";

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
