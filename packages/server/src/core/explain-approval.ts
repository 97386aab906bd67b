import type { Action, Approval, ApprovalRule, Approver, PrincipalKind } from "@countersign/protocol";
import { neededBy, sayOne, sayRule } from "./approval-rule.ts";
import type { AppliedRule } from "./routing.ts";

/** The tool's current settings for who decides; null if the tool is gone. */
interface Rule {
  approval: Approval;
  approverRole: "approver" | "admin" | null;
  approverNames: readonly string[];
}

/** Explains why an action needs a person and who may decide, or why it ran without approval. */
export function explainApproval(action: {
  toolName: string;
  policyWhen: string | null;
  resolvedKind: PrincipalKind | null;
  resolvedBy: string | null;
  resolvedName?: string | null;
  tool?: Rule | null;
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
          ? `Nobody was asked: an administrator lets ${toolName} run without approval.`
          : `Nobody was asked: an administrator's expression is false for this call: ${policyWhen}`,
      who: "An administrator can have every call approved again.",
      routing: [],
    };
  }
  if (action.resolvedKind === "system" && action.resolvedBy?.startsWith("grant:")) {
    return {
      why: `Nobody was asked: ${action.resolvedName?.replace(/^S/, "s") ?? "a standing grant"} lets calls of ${toolName} like this one pass.`,
      who: "An administrator can revoke the grant.",
      routing: [],
    };
  }
  const { approvalRules = [], applied = [], nameOf = String, escalatedTo = [] } = action;
  const asked = escalatedTo.map((one) => `, and as it waited so long also ${sayOne(one, nameOf)}`).join("");
  return {
    why: whyAsked(toolName, tool, applied),
    who: `${approvalRules.length > 0 ? sayNeeded(approvalRules, nameOf) : whoDecides(tool)}${asked}; never the agent that proposed it.`,
    routing: applied.map((rule) => ({ name: rule.name, why: sayApplied(rule) })),
  };
}

function whyAsked(toolName: string, tool: Rule | null | undefined, applied: readonly AppliedRule[]): string {
  if (tool?.approval === "never" && applied.length > 0)
    return `A routing rule requires approval for calls of ${toolName} like this one.`;
  return tool?.approval === "when"
    ? `An administrator's expression${applied.length > 0 ? " or a routing rule" : ""} asks for a person's yes to calls of ${toolName} like this one.`
    : `Every call of ${toolName} needs a person's yes before it runs.`;
}

/** Why a routing rule applies to a call. */
export const sayApplied = ({ when, isCertain }: Pick<AppliedRule, "when" | "isCertain">): string =>
  isCertain ? `${when} is true for this call` : `${when} cannot be evaluated for this call`;

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
    ? `Needs the approval of ${said}; one no is enough`
    : `${needed} people${rules.length > 1 ? " or more" : ""} have to approve, ${said}; one no is enough`;
}
