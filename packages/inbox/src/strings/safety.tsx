import { catalogue } from "./catalogue.ts";
import { count, numberWords } from "./count.ts";

export const strings = catalogue("safety", {
  title: "Safety",
  emergencyStop: "Emergency stop",
  everythingStopped: "Everything is stopped",
  nothingStopped: "Nothing is stopped.",
  figures: (days: number) => `The figures are of the last ${numberWords(days)} days; days are UTC.`,
  notRead: "The figures could not be read",
  reading: "Reading the figures",
  tableOf: (title: string) => `Table ${title.toLowerCase()}`,

  channels: {
    title: "Decisions by channel",
    none: "Nobody decided anything.",
    head: ["Where", "Approved", "Rejected", "Sent back"],
    names: {
      inbox: "Inbox",
      api: "API",
      cli: "Command line",
      elicitation: "At an MCP client",
      message: "In a message",
      chat: "Chat",
      embed: "Embedded page",
      policy: "Policy",
    },
  },

  ends: {
    title: "Proposal outcomes",
    none: "Nothing was proposed.",
    head: ["Outcome", "Actions", "Why"],
    failed: "Failed",
  },

  withheld: {
    title: "Withheld tools",
    none: "None: every tool's definition is as an administrator accepted it.",
    head: ["Tool", "From", "Why"],
    definitionChanged: "Its definition changed",
    waitsToBeAccepted: "Waits to be accepted",
  },

  signals: {
    title: "Risk signals",
    none: "None: every risky tool asks a person, and no definition in use has a finding.",
    head: ["Tool", "Risk", "Signal"],
    runsWithoutAsking: (hasRules: boolean) => `Runs without asking anybody${hasRules ? " unless a routing rule applies" : ""}.`,
    asksByExpressions: "Asks only if an expression says so.",
    conditionalOnCritical: "Conditional approval on a critical tool.",
    groupLetsItRun: (group: string, hasRules: boolean) =>
      `Group ${group} lets it run without asking${hasRules ? " unless a routing rule applies" : ""}.`,
    approvedAtClient: "May be approved at the agent's client.",
  },

  declined: {
    title: "Declined",
    none: "Nothing was rejected.",
    head: ["Tool", "Agent", "By", "Reason", "When"],
  },

  repeats: {
    title: "Retried after rejection",
    none: "No tool is paused for this.",
    head: ["Tool", "Agent", "Repeats", "Last", "State"],
    refused: "Refused",
    paused: "Paused",
    total: (calls: number) => `${count(calls, "call", "calls")} refused without asking anybody, because a person had said no.`,
  },

  stops: {
    title: "Emergency stops",
    none: "No emergency stops",
    head: ["What", "By", "Words", "When"],
    stopped: "Stopped",
    lifted: "Lifted",
  },
});
