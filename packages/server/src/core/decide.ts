import type { ActionStatus, ApprovalRule, Approver, PrincipalKind, Role, Verdict } from "@countersign/protocol";
import { approversIn, excludesEditor, isOneOf, tallyAll, type Voter } from "./approval-rule.ts";
import { next } from "./lifecycle.ts";
import { isSignedIn, mayDecide, type Principal } from "./principal.ts";
import { ok, refuse, type Result } from "./refusal.ts";

/** The parts of an action that a decision depends on. */
export interface Decidable {
  status: ActionStatus;
  digest: string;
  proposedBy: { kind: PrincipalKind; id: string };
  /** User id of the person its agent acts for. */
  actsFor?: string | null;
  /** This person may confirm the call themselves; a delegate may not do so for them. */
  selfConfirm?: boolean;
  /** Who may decide; null or undefined if the tool restricts nobody. */
  approvers?: ApproverRule | null;
  /** Who approved the effective input. */
  voters?: readonly Voter[];
  /** User id of the last editor; null or undefined if nobody edited it. */
  editedBy?: string | null;
}

/** Minimum role; if people are named, only they may decide. Each of `approvalRules` says whose approvals are required. */
export interface ApproverRule {
  approverRole: "approver" | "admin" | null;
  approverIds: readonly string[];
  approvalRules?: readonly ApprovalRule[];
  /** Approvers added by escalation. */
  escalatedTo?: readonly Approver[] | null;
}

export interface Verdicted {
  verdict: Verdict;
  /** An emergency: approves alone, whatever rules ask for, by a right of its own. */
  breaksGlass?: boolean;
  /** The digest that the person was shown; required for an approval. */
  digest?: string | undefined;
  /**
   * Edits of an approval: `unread`, or the digest of the edited action. The person may have seen this digest or the action's
   * own. If the edits change the input, this is the first approval of the new input.
   */
  edits?: "unread" | { digest: string };
  /** The delegator; the caller has checked the delegation. */
  delegator?: Voter | undefined;
  /** Role and teams that count in a rule of several people, and when all of them do; undefined: the person's own. */
  counted?: { role: Role | null; teams: readonly string[]; from: Date } | undefined;
}

/** A principal with its current teams. */
export interface Decider extends Principal {
  teams: readonly string[];
  /** The right to break the glass, as it counts now. */
  mayBreakGlass?: boolean;
}

const toVoter = ({ id, name, role, teams }: Decider): Voter => ({ id, name, role, teams });

/** Returns why a person with the right to decide may not decide on this tool, or undefined if they may. */
export function refuseApprover(rule: ApproverRule | null | undefined, by: Voter): string | undefined {
  if (rule?.escalatedTo && isOneOf(rule.escalatedTo, by)) return undefined;
  if (rule?.approverRole === "admin" && by.role !== "admin") return "Only an administrator can decide on calls to this tool.";
  if (rule && rule.approverIds.length > 0 && !rule.approverIds.includes(by.id)) {
    return "Only the people an administrator named can decide on calls to this tool.";
  }
  const rules = rule?.approvalRules ?? [];
  if (rules.length > 0 && !isOneOf(approversIn(rules), by)) {
    return "Only people named in the approval rules for this call can decide on it.";
  }
  return undefined;
}

/**
 * Checks whether this person may decide now, and returns the action's next status: an approval that does not complete the
 * rules for it leaves it pending. Writes nothing.
 */
export function decide(action: Decidable, by: Decider, decision: Verdicted): Result<ActionStatus> {
  if (!mayDecide(by)) return refuse("FORBIDDEN", "Only an approver or admin can decide.");
  const { breaksGlass = false } = decision;
  if (breaksGlass && !mayBreakGlass(by))
    return refuse(
      "FORBIDDEN",
      "You do not have permission to approve in an emergency, or the permission is not in effect yet.",
    );
  const as = { ...by, ...decision.delegator };
  const refusal = breaksGlass ? undefined : refuseApprover(action.approvers, as);
  if (refusal) return refuse("FORBIDDEN", refusal);
  if (action.proposedBy.id === by.id) return refuse("FORBIDDEN", "The proposer of an action cannot decide on it.");
  // The agent may be able to read a token of the person for whom it acts.
  const maySelfConfirm = action.selfConfirm && isSignedIn(by);
  if (!breaksGlass && ((action.actsFor === by.id && !maySelfConfirm) || (as.id !== by.id && action.actsFor === as.id))) {
    return refuse(
      "FORBIDDEN",
      "The agent that proposed this acts for you or for the person you are a delegate for. Somebody else must decide.",
    );
  }
  const status = next(action.status, decision.verdict);
  if (status === undefined) return refuse("INVALID_STATE", `This action is already ${action.status}.`);
  if (decision.verdict === "approve" && decision.digest === undefined) {
    return refuse("DIGEST_REQUIRED", "An approval must include the digest of what was shown. Nothing was approved.");
  }
  if (decision.digest !== undefined && !isShown(decision.digest, action, decision)) {
    return refuse(
      "DIGEST_MISMATCH",
      "The action changed since it was shown. Read it again, then decide on the current version.",
    );
  }
  const rules = breaksGlass ? [] : (action.approvers?.approvalRules ?? []);
  return rules.length > 0 && decision.verdict === "approve" ? vote(rules, action, by, as, decision) : ok(status);
}

/** Only a person who signed in: a token would break it without anybody being there. */
const mayBreakGlass = (by: Decider): boolean => by.mayBreakGlass === true && isSignedIn(by);

const isShown = (digest: string, action: Decidable, { edits }: Verdicted): boolean =>
  edits === "unread" || digest === action.digest || digest === edits?.digest;

/** Counts one vote per person. An edit discards all earlier approvals. */
function vote(
  rules: readonly ApprovalRule[],
  action: Decidable,
  by: Decider,
  as: Decider,
  { edits, counted, delegator }: Verdicted,
): Result<ActionStatus> {
  const hand = { ...toVoter(by), ...(counted && { role: counted.role, teams: counted.teams }) };
  const voter = delegator ?? hand;
  const mayVote =
    isOneOf([{ role: "approver" }], hand) && isOneOf([...approversIn(rules), ...(action.approvers?.escalatedTo ?? [])], voter);
  if (!mayVote) {
    const from = counted ? ` before ${counted.from.toISOString()}` : "";
    return refuse("FORBIDDEN", `Your role or your teams changed, so approval rules do not count your approval${from}.`);
  }
  const changesInput = edits === "unread" || (edits !== undefined && edits.digest !== action.digest);
  const hands = [by.id, as.id];
  const before = changesInput ? [] : (action.voters ?? []);
  const isEditor = excludesEditor(rules) && (changesInput || hands.some((id) => id === action.editedBy));
  if (isEditor && !changesInput) return refuse("FORBIDDEN", "You were the last to edit this. Somebody else must approve it.");
  const voted = new Set(before.flatMap(({ id, delegateId }) => (delegateId === undefined ? [id] : [id, delegateId])));
  const hasVoted = hands.some((id) => voted.has(id));
  const isComplete = (voters: readonly Voter[]): boolean =>
    tallyAll(rules, voters, String, action.approvers?.escalatedTo ?? []).missing === 0;
  // Earlier approvals may suffice by now, when a rule was changed or does not apply any more.
  if (hasVoted && !isComplete(before)) {
    return refuse("INVALID_STATE", "You have already approved this. Another person's approval is still required.");
  }
  const voters = isEditor || hasVoted ? before : [...before, voter];
  const to = next(action.status, isComplete(voters) ? "approve" : "vote");
  return to === undefined ? refuse("INVALID_STATE", `This action is already ${action.status}.`) : ok(to);
}
