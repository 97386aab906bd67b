import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";
import { count } from "./count.ts";

export const strings = catalogue("audit", {
  title: "Audit log",
  exportAll: "Export the whole log",
  says:
    "Each entry carries the hash of the one before, so none can be changed or taken out unnoticed. " +
    "Whoever has the export can check it without this server.",
  notRead: (reason: string) => `The log could not be read: ${reason}`,
  reading: "Reading the log",
  nothingMatches: "Nothing in the log matches",
  clearFilters: "Clear filters",
  showEarlier: "Show earlier entries",

  filters: {
    label: "Filter the log",
    kind: "What was done",
    anyKind: "Anything",
    agent: "Agent",
    anyAgent: "Any agent",
    person: "Person",
    anyPerson: "Anyone",
    tool: "Tool",
    anyTool: "Any tool",
    outcome: "Outcome",
    anyOutcome: "Any outcome",
    ofOneAction: "Of one action only: show all",
    search: "Search",
    searchExample: "Name, file, word, id",
  },

  table: {
    label: "Table of entries",
    heads: { entry: "Entry", when: "When", what: "Who and what", about: "About", details: "Details" },
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
    administratorCan: "An administrator can have it verified.",
    notVerified: (reason: string) => `It was not verified: ${reason}`,
    isWhole: "The log is intact",
    noneDiffers: (entries: number, lastHash: ReactNode) => (
      <>
        {count(entries, "entry", "entries")} read, each hash computed again, none differs. Hash of the last one: {lastHash}
      </>
    ),
    faultsFound: (amount: number) => `${count(amount, "fault", "faults")} found`,
    entriesHold: (amount: number) => `${count(amount, "entry", "entries")} read and found to hold.`,
  },

  proof: {
    notRead: "The evidence could not be read",
    noSuchAction: "There is no such action in this workspace.",
    reading: "Reading the evidence",
    title: (action: ReactNode) => <>Evidence: {action}</>,
    openAction: "Open the action",
    entriesInLog: "Its entries in the log",
    download: "Download as JSON",
    holds: "Everything on record holds",
    allComputed: (entries: number, digest: ReactNode) => (
      <>
        {count(entries, "entry", "entries")}, each hash computed again from its content and the entry before. The digest
        computed again from what is stored is {digest}, the one that was decided on.
      </>
    ),
    doesNotHold: "The record does not hold",
    digestDiffers: "The stored data does not match the digest.",
    entryHolds: "holds",
    entryDoesNotHold: "does not hold",
    hashFollows: (hash: ReactNode, previous: ReactNode) => (
      <>
        Hash {hash} follows {previous}
      </>
    ),
    hashFollowsGone: (hash: ReactNode) => <>Hash {hash} follows an entry that is gone</>,
  },
});
