import type { Action, PrincipalKind } from "@countersign/protocol";

/** Says why an action needs a person, and which one may decide. */
export function explainApproval(action: {
  toolName: string;
  resolvedKind: PrincipalKind | null;
  resolvedBy: string | null;
}): Action["approval"] {
  if (action.resolvedKind === "system" && action.resolvedBy === "policy") {
    return {
      why: `Nobody was asked: an administrator lets ${action.toolName} run without approval.`,
      who: "An administrator can have every call approved again.",
    };
  }
  return {
    why: `Every call of ${action.toolName} needs a person's yes before it runs.`,
    who: "Anyone in this workspace with the role approver or admin; never the agent that proposed it.",
  };
}
