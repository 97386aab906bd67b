import type { GrantState } from "@countersign/protocol";
import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";
import { count, numberWords } from "./count.ts";

export const strings = catalogue("grants", {
  title: "Grants",
  says: "A grant approves calls in advance: of one tool by one agent, where a condition is true, a limited number of times, until a date. Each use is in the audit log.",
  newGrant: "New standing approval…",
  theGrants: "The grants",
  search: "Search tool, agent or note",
  showOver: (grants: number) => `Also show ${count(grants, "inactive grant", "inactive grants")}`,
  none: "No grants yet",
  noneSays: "Every call that needs approval is decided by a person.",
  noneMatches: "No grant matches.",
  card: {
    label: (grant: string) => `Grant of ${grant}`,
    toolForAgent: (tool: string, agent: string) => `${tool} for ${agent}`,
    title: (tool: ReactNode, agent: ReactNode) => (
      <>
        {tool} for {agent}
      </>
    ),
    now: "State",
    uses: "Uses",
    used: (uses: number, atMost: number) => `${numberWords(uses)} of ${count(atMost, "time", "times")}`,
    onRecord: "see the actions",
    until: "Until",
    written: "Created",
    revoked: "Revoked",
    byAt: (person: ReactNode, time: ReactNode) => (
      <>
        by {person}, {time}
      </>
    ),
    why: "Reason",
    revoke: "Revoke…",
    revokeGrantOf: (grant: string) => `Revoke the grant of ${grant}`,
  },
  states: {
    live: { label: "Live", says: "matching calls run without approval by a person" },
    used_up: { label: "Used up", says: "calls require approval again" },
    expired: { label: "Expired", says: "calls require approval again" },
    revoked: { label: "Revoked", says: "calls require approval again" },
    tool_changed: { label: "Tool changed", says: "the tool changed since, so calls require approval again" },
    author_gone: {
      label: "Author cannot decide",
      says: "its author may no longer decide on the tool, so calls require approval again",
    },
  } satisfies Record<GrantState, { label: string; says: string }>,
  revoke: {
    title: "Revoke this grant?",
    verb: "Revoke grant",
    says: "Calls require approval from now on, and actions that the grant approved and that have not started do not run. A revoked grant cannot be restored; you can create a new one.",
  },
  write: {
    title: "New grant",
    nothingWritten: "The grant was not created",
    showPassed: "Test on past calls",
    verb: "Create grant",
    confirmTitle: "Approve these calls in advance?",
    confirmVerb: "Approve in advance",
    tool: "Tool",
    toolSays: (risk: number) => `In its current version. Not possible at risk ${risk} or for tools that are not vetted`,
    agent: "Agent",
    chooseOne: "Choose a tool",
    when: "Allow when",
    expression: (example: ReactNode) => <>A CEL expression on args, such as {example}. Only calls for which it is true run.</>,
    times: "Times",
    timesSays: "1 to 1000",
    expiresAfter: "Expires after",
    days: (days: number) => count(days, "day", "days"),
    why: "Why",
  },
  preview: {
    label: "Past calls that match",
    passed: ({ looked, complete, days, allowed }: { looked: number; complete: boolean; days: number; allowed: ReactNode }) => (
      <>
        Of {complete ? "" : "the newest "}
        {count(looked, "call", "calls")} in the last {days} days, this grant would have approved {allowed}.
      </>
    ),
    unwanted: (calls: number) => `People rejected ${count(calls, "call", "calls")} of these`,
    unwantedSays: "Use a narrower condition to exclude them.",
    proposed: (status: ReactNode, time: ReactNode) => (
      <>
        {status}, proposed {time}
      </>
    ),
    more: (calls: number) => `and ${numberWords(calls)} more`,
  },
});
