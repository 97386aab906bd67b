import type { ActionStatus, PrincipalKind, Verdict } from "@countersign/protocol";
import { next } from "./lifecycle.ts";
import { hasRole, type Principal } from "./principal.ts";
import { ok, refuse, type Result } from "./refusal.ts";

/** What of an action a decision depends on. */
export interface Decidable {
  status: ActionStatus;
  digest: string;
  proposedBy: { kind: PrincipalKind; id: string };
  /** Who the tool lets decide, where it says so. */
  approvers?: ApproverRule | null;
}

/** Least role of who may decide, and if any are named, only these. */
export interface ApproverRule {
  approverRole: "approver" | "admin" | null;
  approverIds: readonly string[];
}

export interface Verdicted {
  verdict: Verdict;
  /** The digest that was on the person's screen. */
  digest?: string | undefined;
}

/** Why a person with the right to decide may not decide on this tool, or nothing where they may. */
export function refuseApprover(rule: ApproverRule | null | undefined, by: Principal): string | undefined {
  if (rule?.approverRole === "admin" && !hasRole(by, "admin")) return "Only an administrator decides on this tool.";
  if (rule && rule.approverIds.length > 0 && !rule.approverIds.includes(by.id)) {
    return "Only the people an administrator named decide on this tool.";
  }
  return undefined;
}

/** Says whether this person may decide this now, and what becomes of the action. Writes nothing. */
export function decide(action: Decidable, by: Principal, decision: Verdicted): Result<ActionStatus> {
  if (!hasRole(by, "approver")) return refuse("FORBIDDEN", "Only a person with the role approver or admin decides.");
  const refusal = refuseApprover(action.approvers, by);
  if (refusal) return refuse("FORBIDDEN", refusal);
  if (action.proposedBy.id === by.id) return refuse("FORBIDDEN", "Who proposed an action can not decide it.");
  const status = next(action.status, decision.verdict);
  if (status === undefined) return refuse("INVALID_STATE", `This action is already ${action.status}.`);
  if (decision.digest !== undefined && decision.digest !== action.digest) {
    return refuse("DIGEST_MISMATCH", "The action changed since it was shown. Read it again and decide on what it says now.");
  }
  return ok(status);
}
