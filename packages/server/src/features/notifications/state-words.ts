import type { Verdict } from "@countersign/protocol";
import { isQuestion } from "../../core/questions.ts";
import type { NotifiedAction } from "../../store/statements/notified-actions.ts";
import { wasApproved } from "./recipients.ts";

/** How an action is now, in one sentence; with names of those who decided if `named`. */
export function stateWords(action: NotifiedAction, named: boolean): string {
  const by = (verdict: Verdict): string => {
    const names = named ? namesOf(action, verdict) : [];
    return names.length === 0 ? "" : ` by ${names.join(", ")}`;
  };
  const { assignee } = action;
  const [approved, rejected, decision] = isQuestion(action)
    ? ["Answered", "Declined", "an answer"]
    : ["Approved", "Rejected", "a decision"];
  const hasIt = named && assignee ? `; ${assignee.name} is assigned` : "";
  switch (action.status) {
    case "pending":
      return by("approve") === ""
        ? `Waiting for ${decision}${hasIt}.`
        : `${approved}${by("approve")}; waiting for more approvals${hasIt}.`;
    case "approved":
      return `${approved}${by("approve")}${startOf(action)}.`;
    case "executing":
      return `${approved}${by("approve")}.`;
    case "executed":
      return `${approved}${by("approve")}${isQuestion(action) ? "" : ", and executed"}.`;
    case "failed":
      if (!wasApproved(action)) return "Not run: the action is no longer possible.";
      return `Approved${by("approve")}; ${action.attempt > 0 ? "its execution failed" : "it was not run"}.`;
    case "outcome_unknown":
      return `Approved${by("approve")}; the outcome is unknown.`;
    case "rejected":
      return `${rejected}${by("reject")}.`;
    case "refined":
      return `Sent back${by("refine")}.`;
    case "expired":
      return "Expired: nobody decided in time.";
    case "cancelled":
      return "Cancelled.";
  }
}

/** The start that an approver chose. Also told once it has passed, because no event changes the message then. */
const startOf = ({ notBefore }: NotifiedAction): string =>
  notBefore === null ? "" : `, to run no earlier than ${notBefore.toISOString().slice(0, 16).replace("T", " ")} UTC`;

/** Who decided so in the present round of votes. */
const namesOf = ({ decisions, voteRound }: NotifiedAction, verdict: Verdict): string[] => [
  ...new Set(
    decisions
      .filter((one) => one.verdict === verdict && one.voteRound === voteRound && one.byKind === "user")
      .map(({ byName, onBehalfName }) => (onBehalfName === null ? byName : `${byName} for ${onBehalfName}`)),
  ),
];
