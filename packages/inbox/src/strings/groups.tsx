import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";
import { count, numberWords } from "./count.ts";

export const strings = catalogue("groups", {
  title: "Groups",
  says: "A group is a named set of tools. The same tool can require approval in one group and run automatically in another, so an agent's groups determine which calls it can make without approval.",
  newGroup: "New group…",
  theGroups: "Groups",
  search: "Search by group or tool",
  none: "No groups yet",
  noneSays: "Create a group and assign it to an agent.",
  noneMatches: "No groups match.",
  card: {
    label: (group: string) => `Group ${group}`,
    edit: "Edit",
    delete: "Delete",
    tools: "Tools",
    toolCount: (tools: number) => count(tools, "tool", "tools"),
    alwaysAsking: (tools: number) => `${numberWords(tools)} always ${tools === 1 ? "requires" : "require"} approval`,
    askingNobody: (tools: number) => `${numberWords(tools)} ${tools === 1 ? "runs" : "run"} automatically`,
    agents: "Agents",
    noAgents: "none",
  },
  dialog: {
    noSuchGroup: "No such group",
    noSuchGroupSays: (group: ReactNode) => <>The group {group} no longer exists.</>,
    createTitle: "Create a group",
    editTitle: (group: ReactNode) => <>Edit {group}</>,
    create: "Create",
    name: "Name",
    taken: "A group with this name already exists.",
    purpose: "Purpose",
  },
  pickTools: {
    label: "Tools of the group",
    chosen: (tools: number) => `${count(tools, "tool", "tools")} selected`,
    search: "Search tools",
    tools: "Tools",
    approvalOf: (tool: string) => `Approval for ${tool} in this group`,
  },
  remove: {
    title: (group: ReactNode) => <>Delete the group {group}?</>,
    verb: "Delete group",
    says: (tools: number) =>
      tools === 1
        ? "The tool is not deleted, but agents no longer get the tool through this group. The group's approval setting for the tool is deleted."
        : `The ${count(tools, "tool", "tools")} are not deleted, but agents no longer get them through this group. The group's approval settings are deleted.`,
    agentsLose: (agents: number, names: ReactNode) => (
      <>
        {count(agents, "agent", "agents")} will see fewer tools: {names}.
      </>
    ),
  },
});
