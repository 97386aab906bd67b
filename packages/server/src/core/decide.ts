import type { ActionStatus, ApprovalRule, Approver, PrincipalKind, Role, Verdict } from "@countersign/protocol";
import { isOneOf, tally, type Voter } from "./approval-rule.ts";
import { next } from "./lifecycle.ts";
import { hasRole, mayDecide, type Principal } from "./principal.ts";
import { ok, refuse, type Result } from "./refusal.ts";

/** What of an action a decision depends on. */
export interface Decidable {
  status: ActionStatus;
  digest: string;
  proposedBy: { kind: PrincipalKind; id: string };
  /** The person its agent acts for. */
  actsFor?: string | null;
  /** Who the tool lets decide, where it says so. */
  approvers?: ApproverRule | null;
  /** Who approved what the action says now. */
  voters?: readonly Voter[];
  /** Who changed it last, if anybody did. */
  editedBy?: string | null;
}

/** Least role of who may decide, and if any are named, only these; or whose approvals it takes. */
export interface ApproverRule {
  approverRole: "approver" | "admin" | null;
  approverIds: readonly string[];
  approvalRule?: ApprovalRule | null;
  /** Who may decide beside them, after it waited so long. */
  escalatedTo?: readonly Approver[] | null;
}

export interface Verdicted {
  verdict: Verdict;
  /** The digest that was on the person's screen; an approval needs it. */
  digest?: string | undefined;
  /**
   * Edits that come with an approval: `unread`, or the digest of what they make. The person may have seen either digest, the
   * action's or that of the preview of these edits. Where they change the input, it is the first approval of what it says then.
   */
  edits?: "unread" | { digest: string };
  /** The person decides in this one's place; somebody else has looked whether they may. */
  inPlaceOf?: Voter | undefined;
  /** What of the person's role counts in a rule of several people, and when all of it does; the role itself where nobody looked. */
  counted?: { role: Role | null; from: Date } | undefined;
}

const toVoter = ({ id, name, role }: Principal): Voter => ({ id, name, role });

/** Why a person with the right to decide may not decide on this tool, or nothing where they may. */
export function refuseApprover(rule: ApproverRule | null | undefined, by: Principal): string | undefined {
  if (rule?.escalatedTo && isOneOf(rule.escalatedTo, toVoter(by))) return undefined;
  if (rule?.approverRole === "admin" && !hasRole(by, "admin")) return "Only an administrator decides on this tool.";
  if (rule && rule.approverIds.length > 0 && !rule.approverIds.includes(by.id)) {
    return "Only the people an administrator named decide on this tool.";
  }
  if (rule?.approvalRule && !isOneOf(rule.approvalRule.of, toVoter(by))) {
    return "Only those whom this tool's rule names decide on it.";
  }
  return undefined;
}

/**
 * Says whether this person may decide this now, and what becomes of the action: an approval that does not complete the tool's
 * rule leaves it pending. Writes nothing.
 */
export function decide(action: Decidable, by: Principal, decision: Verdicted): Result<ActionStatus> {
  if (!mayDecide(by)) return refuse("FORBIDDEN", "Only a person with the role approver or admin decides.");
  const as = { ...by, ...decision.inPlaceOf };
  const refusal = refuseApprover(action.approvers, as);
  if (refusal) return refuse("FORBIDDEN", refusal);
  if (action.proposedBy.id === by.id) return refuse("FORBIDDEN", "Who proposed an action can not decide it.");
  if (action.actsFor === by.id || action.actsFor === as.id) {
    return refuse(
      "FORBIDDEN",
      "The agent that proposed this acts for you, or for whom you stand in; somebody else decides on it.",
    );
  }
  const status = next(action.status, decision.verdict);
  if (status === undefined) return refuse("INVALID_STATE", `This action is already ${action.status}.`);
  if (decision.verdict === "approve" && decision.digest === undefined) {
    return refuse("DIGEST_REQUIRED", "An approval names the digest of what was shown. Nothing was approved.");
  }
  if (decision.digest !== undefined && !isShown(decision.digest, action, decision)) {
    return refuse("DIGEST_MISMATCH", "The action changed since it was shown. Read it again and decide on what it says now.");
  }
  const rule = action.approvers?.approvalRule;
  return rule && decision.verdict === "approve" ? vote(rule, action, by, as, decision) : ok(status);
}

const isShown = (digest: string, action: Decidable, { edits }: Verdicted): boolean =>
  edits === "unread" || digest === action.digest || digest === edits?.digest;

/** One person, one vote; an edit makes it another action, of which nobody else has approved anything. */
function vote(
  rule: ApprovalRule,
  action: Decidable,
  by: Principal,
  as: Principal,
  { edits, counted, inPlaceOf }: Verdicted,
): Result<ActionStatus> {
  const hand = { ...toVoter(by), ...(counted && { role: counted.role }) };
  const voter = inPlaceOf ?? hand;
  const mayVote =
    isOneOf([{ role: "approver" }], hand) && isOneOf([...rule.of, ...(action.approvers?.escalatedTo ?? [])], voter);
  if (!mayVote) {
    const from = counted ? ` before ${counted.from.toISOString()}` : "";
    return refuse("FORBIDDEN", `Your role was raised: where several people approve, your approval does not count${from}.`);
  }
  const changesInput = edits === "unread" || (edits !== undefined && edits.digest !== action.digest);
  const hands = [by.id, as.id];
  const before = changesInput ? [] : (action.voters ?? []);
  const isEditor = rule.notLastEditor === true && (changesInput || hands.some((id) => id === action.editedBy));
  if (isEditor && !changesInput) return refuse("FORBIDDEN", "You edited this last; somebody else has to approve it.");
  const voted = new Set(before.flatMap(({ id, castBy }) => (castBy === undefined ? [id] : [id, castBy])));
  if (hands.some((id) => voted.has(id))) {
    return refuse("INVALID_STATE", "You have approved this already; it waits for somebody else's approval.");
  }
  const voters = isEditor ? before : [...before, voter];
  const to = next(
    action.status,
    tally(rule, voters, String, action.approvers?.escalatedTo ?? []).missing === 0 ? "approve" : "vote",
  );
  return to === undefined ? refuse("INVALID_STATE", `This action is already ${action.status}.`) : ok(to);
}
