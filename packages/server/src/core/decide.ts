import type { ActionStatus, PrincipalKind, Verdict } from "@countersign/protocol";
import { next } from "./lifecycle.ts";
import { hasRole, type Principal } from "./principal.ts";
import { ok, refuse, type Result } from "./refusal.ts";

/** What of an action a decision depends on. */
export interface Decidable {
  status: ActionStatus;
  digest: string;
  proposedBy: { kind: PrincipalKind; id: string };
}

export interface Verdicted {
  verdict: Verdict;
  /** The digest that was on the person's screen. */
  digest?: string | undefined;
}

/** Says whether this person may decide this now, and what becomes of the action. Writes nothing. */
export function decide(action: Decidable, by: Principal, decision: Verdicted): Result<ActionStatus> {
  if (!hasRole(by, "approver")) return refuse("FORBIDDEN", "Only a person with the role approver or admin decides.");
  if (action.proposedBy.id === by.id) return refuse("FORBIDDEN", "Who proposed an action can not decide it.");
  const status = next(action.status, decision.verdict);
  if (status === undefined) return refuse("INVALID_STATE", `This action is already ${action.status}.`);
  if (decision.digest !== undefined && decision.digest !== action.digest) {
    return refuse("DIGEST_MISMATCH", "The action changed since it was shown. Read it again and decide on what it says now.");
  }
  return ok(status);
}
