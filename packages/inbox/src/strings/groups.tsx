import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";
import { count, numberWords } from "./count.ts";

export const strings = catalogue("groups", {
  title: "Groups",
  says: "A group is a named set of tools. The same tool may require approval in one group and run automatically in another, so an agent's groups decide what it may do alone.",
  newGroup: "New group…",
  theGroups: "The groups",
  search: "Name of a group or of a tool in it",
  none: "No group yet",
  noneSays: "Make one, and give it to an agent's key.",
  noneMatches: "No group matches.",
  card: {
    label: (group: string) => `Group ${group}`,
    edit: "Edit",
    delete: "Delete",
    tools: "Tools",
    toolCount: (tools: number) => count(tools, "tool", "tools"),
    alwaysAsking: (tools: number) => `${numberWords(tools)} always requiring approval here`,
    askingNobody: (tools: number) => `${numberWords(tools)} running automatically here`,
    agents: "Agents with it",
    noAgents: "none",
  },
  dialog: {
    noSuchGroup: "No such group",
    noSuchGroupSays: (group: ReactNode) => <>There is no group {group} here any more.</>,
    createTitle: "Create a group",
    editTitle: (group: ReactNode) => <>Edit {group}</>,
    create: "Create",
    name: "Name",
    taken: "A group with this name already exists.",
    purpose: "What it is for",
  },
  pickTools: {
    label: "Tools of the group",
    chosen: (tools: number) => `${count(tools, "tool", "tools")} chosen`,
    search: "Name of a tool",
    tools: "Tools",
    approvalOf: (tool: string) => `Approval of ${tool} in this group`,
  },
  remove: {
    title: (group: ReactNode) => <>Delete the group {group}?</>,
    verb: "Delete it",
    says: (tools: number) =>
      tools === 1
        ? "Its tool stays, but no agent has it through this group any more, and what the group says about its approval is gone."
        : `Its ${count(tools, "tool", "tools")} stay, but no agent has them through this group any more, and what the group says about their approval is gone.`,
    agentsLose: (agents: number, names: ReactNode) => (
      <>
        {count(agents, "agent", "agents")} will see fewer tools: {names}.
      </>
    ),
  },
});
