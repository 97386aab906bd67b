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
  if (requiringGroup(tool, groups) !== undefined) return "required";
  return sharedWith(tool, groups, tool.neverIn) === undefined ? tool.approval : "never";
}

/** A group of the agent which requires approval for every call of the tool. */
export const requiringGroup = (tool: GroupedTool, groups: readonly string[]): string | undefined =>
  sharedWith(tool, groups, tool.requiredIn);

const sharedWith = (tool: GroupedTool, groups: readonly string[], names: readonly string[]): string | undefined =>
  names.find((name) => groups.includes(name) && tool.groupNames.includes(name));

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
