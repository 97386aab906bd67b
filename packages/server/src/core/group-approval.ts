import type { Approval, GroupApproval } from "@countersign/protocol";
import { isQuestionTool } from "./questions.ts";

/** A tool's approval setting and the settings of its groups. */
export interface GroupedTool {
  name: string;
  source: string;
  approval: Approval;
  groupNames: readonly string[];
  requiredIn: readonly string[];
  neverIn: readonly string[];
}

/**
 * Effective approval of a tool for an agent in these groups. A setting of a shared group overrides the tool's own; if groups
 * disagree, `required` wins. A question always needs a person, who answers it.
 */
export function approvalFor(tool: GroupedTool, groups: readonly string[]): Approval {
  if (isQuestionTool(tool)) return "required";
  const holds = (names: readonly string[]): boolean =>
    names.some((name) => groups.includes(name) && tool.groupNames.includes(name));
  if (holds(tool.requiredIn)) return "required";
  return holds(tool.neverIn) ? "never" : tool.approval;
}

/** The group settings in wire format. */
export const groupsOf = (
  tool: Omit<GroupedTool, "approval" | "name" | "source">,
): { group: string; approval: GroupApproval | null }[] =>
  tool.groupNames.map((group) => ({
    group,
    approval: tool.requiredIn.includes(group) ? "required" : tool.neverIn.includes(group) ? "never" : null,
  }));

/** The group settings as database columns. */
export const columnsOfGroups = (groups: readonly { group: string; approval?: GroupApproval | null | undefined }[]) => ({
  groupNames: groups.map(({ group }) => group),
  requiredIn: groups.filter(({ approval }) => approval === "required").map(({ group }) => group),
  neverIn: groups.filter(({ approval }) => approval === "never").map(({ group }) => group),
});
