import type { Action, Approval, ApprovalRule, Approver, PrincipalKind } from "@countersign/protocol";
import { neededBy, sayOne, sayRule } from "./approval-rule.ts";
import { isQuestion } from "./questions.ts";
import type { AppliedRule } from "./routing.ts";

/** The tool's current settings for who decides; null if the tool is gone. */
interface Rule {
  approverRole: "approver" | "admin" | null;
  approverNames: readonly string[];
}

/** Explains why an action needs a person and who may decide, or why it ran without approval. */
export function explainApproval(action: {
  toolName: string;
  source: string;
  policyWhen: string | null;
  resolvedKind: PrincipalKind | null;
  resolvedBy: string | null;
  resolvedName?: string | null;
  tool?: Rule | null;
  /** Approval that the tool's settings require of the agent's calls. */
  approval?: Approval | undefined;
  /** Whose approvals the tool and its routing rules require. */
  approvalRules?: readonly ApprovalRule[];
  applied?: readonly AppliedRule[];
  nameOf?: (userId: string) => string;
  escalatedTo?: readonly Approver[];
}): Action["approval"] {
  const { toolName, policyWhen, tool } = action;
  if (action.resolvedKind === "system" && action.resolvedBy === "policy") {
    return {
      why:
        policyWhen === null
          ? `No approval was required: an administrator allows ${toolName} to run without approval.`
          : `No approval was required: an administrator's expression is false for this call: ${policyWhen}`,
      who: "An administrator can require approval for every call again.",
    };
  }
  if (action.resolvedKind === "system" && action.resolvedBy?.startsWith("grant:")) {
    return {
      why: `No approval was required: ${action.resolvedName?.replace(/^S/, "s") ?? "a standing grant"} allows calls to ${toolName} like this one.`,
      who: "An administrator can revoke the grant.",
    };
  }
  const { approvalRules = [], applied = [], nameOf = String, escalatedTo = [] } = action;
  const asked = escalatedTo.map((one) => `, and after escalation also ${sayOne(one, nameOf)}`).join("");
  return {
    why: isQuestion(action) ? "A question must be answered by a person." : whyAsked(toolName, action.approval, applied),
    who: `${approvalRules.length > 0 ? sayNeeded(approvalRules, nameOf) : whoDecides(tool)}${asked}; never the agent that proposed it.`,
  };
}

function whyAsked(toolName: string, approval: Approval | undefined, applied: readonly AppliedRule[]): string {
  if (approval === "never" && applied.length > 0)
    return `A routing rule requires approval for calls to ${toolName} like this one.`;
  if (approval === "never") return `${toolName} required approval when this call was proposed; its policy has changed since.`;
  return approval === "when"
    ? `An administrator's expression${applied.length > 0 ? " or a routing rule" : ""} requires approval for calls to ${toolName} like this one.`
    : `Policy: every call to ${toolName} requires approval.`;
}

/** Why a routing rule applies to a call. */
export function sayApplied({ when, answer }: Pick<AppliedRule, "when" | "answer">, isEdited = false): string {
  if (answer === undefined) return `${when} has not been evaluated for this call`;
  if (answer === null) return `${when} cannot be evaluated for this call`;
  return `${when} is true for this call${isEdited ? ", as proposed or as edited" : ""}`;
}

function whoDecides(rule: Rule | null | undefined): string {
  const role = rule?.approverRole === "admin" ? "the role admin" : "the role approver or admin";
  if (!rule || rule.approverNames.length === 0) return `Anyone in this workspace with ${role}`;
  return `Only ${rule.approverNames.join(", ")}, while they have ${role}`;
}

function sayNeeded(rules: readonly ApprovalRule[], nameOf: (userId: string) => string): string {
  const said = [...new Set(rules.map((rule) => sayRule(rule, nameOf)))].join("; as well as ");
  const needed = Math.max(...rules.map(neededBy));
  if (needed === 1 && rules.length === 1) return `Only ${said}`;
  return needed === 1
    ? `Needs the approval of ${said}; one rejection is enough to reject`
    : `${needed} people${rules.length > 1 ? " or more" : ""} must approve, ${said}; one rejection is enough to reject`;
}
