import type { Action, Approval, ApprovalRule, Approver, PrincipalKind } from "@countersign/protocol";
import { neededBy, sayOne, sayRule } from "./approval-rule.ts";

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
  approvalRule?: ApprovalRule | null;
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
    };
  }
  if (action.resolvedKind === "system" && action.resolvedBy?.startsWith("grant:")) {
    return {
      why: `Nobody was asked: ${action.resolvedName?.replace(/^S/, "s") ?? "a standing grant"} lets calls of ${toolName} like this one pass.`,
      who: "An administrator can revoke the grant.",
    };
  }
  const { approvalRule, nameOf = String, escalatedTo = [] } = action;
  const asked = escalatedTo.map((one) => `, and as it waited so long also ${sayOne(one, nameOf)}`).join("");
  return {
    why:
      tool?.approval === "when"
        ? `An administrator's expression asks for a person's yes to calls of ${toolName} like this one.`
        : `Every call of ${toolName} needs a person's yes before it runs.`,
    who: `${approvalRule ? sayNeeded(approvalRule, nameOf) : whoDecides(tool)}${asked}; never the agent that proposed it.`,
  };
}

function whoDecides(rule: Rule | null | undefined): string {
  const role = rule?.approverRole === "admin" ? "the role admin" : "the role approver or admin";
  if (!rule || rule.approverNames.length === 0) return `Anyone in this workspace with ${role}`;
  return `Only ${rule.approverNames.join(", ")}, while they have ${role}`;
}

const sayNeeded = (rule: ApprovalRule, nameOf: (userId: string) => string): string =>
  neededBy(rule) === 1
    ? `Only ${sayRule(rule, nameOf)}`
    : `${neededBy(rule)} people have to approve, ${sayRule(rule, nameOf)}; one no is enough`;
