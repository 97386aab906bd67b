import type { GrantState } from "@countersign/protocol";
import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";
import { count, numberWords } from "./count.ts";

export const strings = catalogue("grants", {
  title: "Grants",
  says: "A grant approves calls by one agent to one tool in advance. The calls must match a condition, and the grant has a maximum number of uses and an expiry date. Each use is recorded in the audit log.",
  newGrant: "New grant…",
  theGrants: "Grants",
  search: "Search by tool, agent or note",
  showOver: (grants: number) => `Also show ${count(grants, "inactive grant", "inactive grants")}`,
  none: "No grants yet",
  noneSays: "A person decides on every call that requires approval.",
  noneMatches: "No grants match.",
  card: {
    label: (grant: string) => `Grant: ${grant}`,
    toolForAgent: (tool: string, agent: string) => `${tool} for ${agent}`,
    title: (tool: ReactNode, agent: ReactNode) => (
      <>
        {tool} for {agent}
      </>
    ),
    now: "State",
    uses: "Uses",
    used: (uses: number, atMost: number) => `${numberWords(uses)} of ${numberWords(atMost)}`,
    onRecord: "view actions",
    until: "Valid until",
    written: "Created",
    revoked: "Revoked",
    byAt: (person: ReactNode, time: ReactNode) => (
      <>
        by {person}, {time}
      </>
    ),
    why: "Reason",
    revoke: "Revoke…",
    revokeGrantOf: (grant: string) => `Revoke grant: ${grant}`,
  },
  states: {
    live: { label: "Active", says: "matching calls run without a person's approval" },
    used_up: { label: "Used up", says: "calls require approval again" },
    expired: { label: "Expired", says: "calls require approval again" },
    revoked: { label: "Revoked", says: "calls require approval again" },
    tool_changed: {
      label: "Tool changed",
      says: "the tool has changed since the grant was created, so calls require approval again",
    },
    author_gone: {
      label: "Author lost permission",
      says: "the author of the grant is no longer allowed to decide on this tool, so calls require approval again",
    },
  } satisfies Record<GrantState, { label: string; says: string }>,
  revoke: {
    title: "Revoke this grant?",
    verb: "Revoke grant",
    says: "From now on, matching calls require approval again. Actions that this grant approved but that have not started will not run. A revoked grant cannot be restored, but you can create a new one.",
  },
  write: {
    title: "New grant",
    nothingWritten: "The grant was not created",
    showPassed: "Test against past calls",
    verb: "Create grant",
    confirmTitle: "Approve these calls in advance?",
    confirmVerb: "Approve in advance",
    tool: "Tool",
    toolSays: (risk: number) =>
      `The grant applies to the current version of the tool. Grants are not available at risk level ${risk} or for unvetted tools`,
    agent: "Agent",
    chooseOne: "Choose a tool",
    when: "Allow when",
    expression: (example: ReactNode) => (
      <>A CEL expression on args, such as {example}. The grant approves only calls for which the expression is true.</>
    ),
    times: "Maximum uses",
    timesSays: "1 to 1000",
    expiresAfter: "Expires after",
    days: (days: number) => count(days, "day", "days"),
    why: "Reason",
  },
  preview: {
    label: "Past calls that match",
    passed: ({ looked, complete, days, allowed }: { looked: number; complete: boolean; days: number; allowed: ReactNode }) => (
      <>
        Of {complete ? "" : "the newest "}
        {count(looked, "call", "calls")} in the last {days} days, this grant would have approved {allowed}.
      </>
    ),
    unwanted: (calls: number) => `People rejected ${numberWords(calls)} of these calls`,
    unwantedSays: "Use a narrower condition to exclude them.",
    proposed: (status: ReactNode, time: ReactNode) => (
      <>
        {status}, proposed {time}
      </>
    ),
    more: (calls: number) => `and ${numberWords(calls)} more`,
  },
});
