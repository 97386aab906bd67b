import type { Approval, GroupApproval } from "@countersign/protocol";

/** A tool with what its groups say. */
export interface GroupedTool {
  approval: Approval;
  groupNames: readonly string[];
  requiredIn: readonly string[];
  neverIn: readonly string[];
}

/**
 * The approval of a tool for an agent with these groups. A group through which the agent has the tool and that says something
 * wins over the tool's own setting; where two say different things, asking wins. The statements that look again say the same.
 */
export function approvalFor(tool: GroupedTool, groups: readonly string[]): Approval {
  const holds = (names: readonly string[]): boolean =>
    names.some((name) => groups.includes(name) && tool.groupNames.includes(name));
  if (holds(tool.requiredIn)) return "required";
  return holds(tool.neverIn) ? "never" : tool.approval;
}

/** What one group says, as the wire has it. */
export const groupsOf = (tool: Omit<GroupedTool, "approval">): { group: string; approval: GroupApproval | null }[] =>
  tool.groupNames.map((group) => ({
    group,
    approval: tool.requiredIn.includes(group) ? "required" : tool.neverIn.includes(group) ? "never" : null,
  }));

/** The columns of what the wire has. */
export const columnsOfGroups = (groups: readonly { group: string; approval?: GroupApproval | null | undefined }[]) => ({
  groupNames: groups.map(({ group }) => group),
  requiredIn: groups.filter(({ approval }) => approval === "required").map(({ group }) => group),
  neverIn: groups.filter(({ approval }) => approval === "never").map(({ group }) => group),
});
