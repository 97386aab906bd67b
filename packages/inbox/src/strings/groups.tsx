import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";
import { count, numberWords } from "./count.ts";

export const strings = catalogue("groups", {
  title: "Groups",
  says: "A group is a named set of tools. The same tool can require approval in one group and run automatically in another, so an agent's groups determine what it may do alone.",
  newGroup: "New group…",
  theGroups: "The groups",
  search: "Search group or tool",
  none: "No groups yet",
  noneSays: "Create a group, and assign it to an agent.",
  noneMatches: "No group matches.",
  card: {
    label: (group: string) => `Group ${group}`,
    edit: "Edit",
    delete: "Delete",
    tools: "Tools",
    toolCount: (tools: number) => count(tools, "tool", "tools"),
    alwaysAsking: (tools: number) => `${numberWords(tools)} always requiring approval here`,
    askingNobody: (tools: number) => `${numberWords(tools)} running automatically here`,
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
    approvalOf: (tool: string) => `Approval of ${tool} in this group`,
  },
  remove: {
    title: (group: ReactNode) => <>Delete the group {group}?</>,
    verb: "Delete group",
    says: (tools: number) =>
      tools === 1
        ? "The tool stays, but agents no longer have it through this group, and the group's approval setting of the tool is deleted."
        : `The ${count(tools, "tool", "tools")} stay, but agents no longer have them through this group, and the group's approval settings are deleted.`,
    agentsLose: (agents: number, names: ReactNode) => (
      <>
        {count(agents, "agent", "agents")} will see fewer tools: {names}.
      </>
    ),
  },
});
