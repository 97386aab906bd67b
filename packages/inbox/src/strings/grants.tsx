import type { GrantState } from "@countersign/protocol";
import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";
import { count, numberWords } from "./count.ts";

export const strings = catalogue("grants", {
  title: "Grants",
  says: "Calls that pass without a person: one tool, one agent, where an expression is true, a limited number of times and until a date. Each use is on the record.",
  newGrant: "New standing approval…",
  theGrants: "The grants",
  search: "Tool, agent or note of a grant",
  showOver: (grants: number) => `Show ${count(grants, "grant", "grants")} that ${grants === 1 ? "is" : "are"} over, too`,
  none: "No grant yet",
  noneSays: "Every call that a policy asks about asks a person.",
  noneMatches: "No grant matches.",
  card: {
    label: (grant: string) => `Grant of ${grant}`,
    toolForAgent: (tool: string, agent: string) => `${tool} for ${agent}`,
    title: (tool: ReactNode, agent: ReactNode) => (
      <>
        {tool} for {agent}
      </>
    ),
    now: "Now",
    uses: "Uses",
    used: (uses: number, atMost: number) => `${numberWords(uses)} of ${count(atMost, "time", "times")}`,
    onRecord: "on the record",
    until: "Until",
    written: "Written",
    revoked: "Revoked",
    byAt: (person: ReactNode, time: ReactNode) => (
      <>
        by {person}, {time}
      </>
    ),
    why: "Why",
    revoke: "Revoke…",
    revokeGrantOf: (grant: string) => `Revoke the grant of ${grant}`,
  },
  states: {
    live: { label: "Live", says: "matching calls run without a person" },
    used_up: { label: "Used up", says: "every call asks a person again" },
    expired: { label: "Expired", says: "every call asks a person again" },
    revoked: { label: "Revoked", says: "every call asks a person again" },
    tool_changed: { label: "Tool changed", says: "the tool is not the one it was written for, so every call asks" },
    author_gone: { label: "Author gone", says: "its author may no longer decide on the tool, so every call asks" },
  } satisfies Record<GrantState, { label: string; says: string }>,
  revoke: {
    title: "Revoke this grant?",
    verb: "Revoke it",
    says: "Calls ask a person from now on, and what it approved and has not begun does not run. It cannot be brought back; a new one can be written.",
  },
  write: {
    title: "Write a grant",
    nothingWritten: "Nothing was written",
    showPassed: "Show what it would have let pass",
    verb: "Write it",
    confirmTitle: "Let these calls pass without a person?",
    confirmVerb: "Let them pass",
    tool: "Tool",
    toolSays: (risk: number) => `As it is now; none of risk ${risk} or not vetted`,
    agent: "Agent",
    chooseOne: "Choose one",
    when: "Allow when",
    expression: (example: ReactNode) => <>A CEL expression on args, such as {example}. Only calls for which it is true run.</>,
    times: "Times",
    timesSays: "1 to 1000",
    expiresAfter: "Expires after",
    days: (days: number) => count(days, "day", "days"),
    why: "Why",
  },
  preview: {
    label: "What it would have let pass",
    passed: ({ looked, complete, days, allowed }: { looked: number; complete: boolean; days: number; allowed: ReactNode }) => (
      <>
        Of {complete ? "" : "the newest "}
        {count(looked, "call", "calls")} in the last {days} days it would have let pass {allowed}.
      </>
    ),
    unwanted: (calls: number) => `People said no to ${count(calls, "call", "calls")} of these`,
    unwantedSays: "A narrower expression leaves them out.",
    proposed: (status: ReactNode, time: ReactNode) => (
      <>
        {status}, proposed {time}
      </>
    ),
    more: (calls: number) => `and ${numberWords(calls)} more`,
  },
});
