import { catalogue } from "./catalogue.ts";
import { count, numberWords } from "./count.ts";

export const strings = catalogue("safety", {
  title: "Safety",
  emergencyStop: "Emergency stop",
  everythingStopped: "Everything is stopped",
  nothingStopped: "Nothing is stopped.",
  figures: (days: number) => `Last ${numberWords(days)} days. Days are in UTC.`,
  notRead: "The figures could not be loaded",
  reading: "Loading figures",
  tableOf: (title: string) => `Table: ${title}`,

  channels: {
    title: "Decisions by channel",
    none: "No decisions.",
    head: ["Channel", "Approved", "Rejected", "Sent back"],
    names: {
      inbox: "Inbox",
      api: "API",
      cli: "Command line",
      elicitation: "MCP client",
      message: "Message",
      chat: "Chat",
      embed: "Embedded page",
      policy: "Policy",
    },
  },

  ends: {
    title: "Proposal outcomes",
    none: "No proposals.",
    head: ["Outcome", "Actions", "Reason"],
    failed: "Failed",
  },

  withheld: {
    title: "Withheld tools",
    none: "None. Every definition matches the one that an administrator accepted.",
    head: ["Tool", "Source", "Reason"],
    definitionChanged: "Definition changed",
    waitsToBeAccepted: "Not accepted yet",
  },

  signals: {
    title: "Risk signals",
    none: "None. All risky tools require approval, and there are no findings in the definitions in use.",
    head: ["Tool", "Risk", "Signal"],
    runsWithoutAsking: (hasRules: boolean) => `Runs without approval${hasRules ? " unless a routing rule applies" : ""}.`,
    asksByExpressions: "Requires approval only if a condition is true.",
    conditionalOnCritical: "Critical tool that requires approval only for some calls.",
    groupLetsItRun: (group: string, hasRules: boolean) =>
      `Runs without approval in group ${group}${hasRules ? " unless a routing rule applies" : ""}.`,
    approvedAtClient: "Can be approved in the agent's client.",
  },

  declined: {
    title: "Rejections",
    none: "No rejections.",
    head: ["Tool", "Agent", "By", "Reason", "When"],
  },

  repeats: {
    title: "Retried after rejection",
    none: "No retries to review.",
    head: ["Tool", "Agent", "Retries", "Latest", "State"],
    refused: "Refused",
    paused: "Paused",
    total: (calls: number) =>
      `${count(calls, "call", "calls")} refused automatically, because a person had already rejected the same call.`,
  },

  stops: {
    title: "Emergency stops",
    none: "No emergency stops",
    head: ["Event", "By", "Reason", "When"],
    stopped: "Stopped",
    lifted: "Lifted",
  },
});
