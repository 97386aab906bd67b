import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";
import { count } from "./count.ts";

export const strings = catalogue("audit", {
  title: "Audit log",
  exportAll: "Export the whole log",
  says:
    "Each entry contains the hash of the previous one, so that no entry can be changed or removed unnoticed. " +
    "An export can be verified without this server.",
  notRead: (reason: string) => `The log could not be loaded: ${reason}`,
  reading: "Loading the log",
  nothingMatches: "No entries match",
  clearFilters: "Clear filters",
  showEarlier: "Show earlier entries",

  filters: {
    label: "Filter the log",
    kind: "Event",
    anyKind: "Any event",
    agent: "Agent",
    anyAgent: "Any agent",
    person: "Person",
    anyPerson: "Anyone",
    tool: "Tool",
    anyTool: "Any tool",
    outcome: "Outcome",
    anyOutcome: "Any outcome",
    ofOneAction: "Only one action shown · show all",
    search: "Search",
    searchExample: "Name, file, word or ID",
  },

  table: {
    label: "Table of entries",
    heads: { entry: "Entry", when: "When", what: "Event", about: "Subject", details: "Details" },
    detailsOf: (entry: number) => `Details of entry ${entry}`,
    show: "Show",
    hide: "Hide",
  },

  evidence: "Evidence",
  entryProblem: (entry: number, problem: ReactNode) => (
    <>
      Entry {entry}: {problem}
    </>
  ),

  verify: {
    verify: "Verify the log",
    administratorCan: "Only an administrator can verify the log.",
    notVerified: (reason: string) => `The log was not verified: ${reason}`,
    isWhole: "The log is intact",
    noneDiffers: (entries: number, lastHash: ReactNode) => (
      <>
        {count(entries, "entry", "entries")} checked. Every hash was recomputed and matches. Last hash: {lastHash}
      </>
    ),
    faultsFound: (amount: number) => `${count(amount, "error", "errors")} found`,
    entriesHold: (amount: number) =>
      `${count(amount, "entry", "entries")} before the first error ${amount === 1 ? "is" : "are"} intact.`,
  },

  proof: {
    notRead: "The evidence could not be loaded",
    noSuchAction: "The action does not exist in this workspace.",
    reading: "Loading the evidence",
    title: (action: ReactNode) => <>Evidence: {action}</>,
    openAction: "Open the action",
    entriesInLog: "Entries in the log",
    download: "Download as JSON",
    holds: "The record is intact",
    allComputed: (entries: number, digest: ReactNode) => (
      <>
        {count(entries, "entry", "entries")} checked: each hash was recomputed from its entry and the previous hash, and
        matches. The digest recomputed from the stored data is {digest}, which is the digest that was approved or rejected.
      </>
    ),
    doesNotHold: "The record is damaged",
    digestDiffers: "The stored data does not match the digest.",
    entryHolds: "intact",
    entryDoesNotHold: "damaged",
    hashFollows: (hash: ReactNode, previous: ReactNode) => (
      <>
        Hash {hash} follows {previous}
      </>
    ),
    hashFollowsGone: (hash: ReactNode) => <>Hash {hash} follows a missing entry</>,
  },
});
