import type { Effect } from "@countersign/protocol";
import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";
import { count } from "./count.ts";

export const strings = catalogue("proposal", {
  facts: {
    tool: "Tool",
    changes: "Changes",
    proposedBy: "Proposed by",
    digest: "Digest",
  },
  why: {
    title: "Why this needs approval",
    reason: "Why it needs approval",
    policies: (amount: number): string => (amount === 1 ? "Policy" : "Policies"),
    whoMayDecide: "Who may decide",
    because: (risk: string) => `${risk}, because`,
    becauseNotVetted: (risk: string) => `${risk}, not vetted, because`,
    readValue: (name: ReactNode, value: ReactNode) => (
      <>
        {name} is {value}
      </>
    ),
  },
  details: {
    title: "Details",
    runs: "Execution",
    effects: {
      transactional: "exactly once; the change and its result are saved in one step",
      idempotent: "takes effect only once, even if repeated",
      reconcilable: "checked before a retry",
      unsafe: "never retried automatically",
    } satisfies Record<Effect, string>,
    mission: "Mission",
    batch: "Batch",
    openBatch: "open batch",
    inOneTable: "view as table",
    conversation: "Conversation",
    openConversation: "view conversation as table",
    answeredBy: "Replaced by",
    newProposal: "the new proposal",
    audit: "Audit",
    evidence: "view evidence",
    id: "ID",
  },

  changes: {
    makesNew: "The target does not exist yet. This action creates it.",
    removes: "This action deletes the target.",
  },
  drawing: {
    title: "Drawing",
    drawnBy: (tool: ReactNode) => (
      <>Drawn by the tool {tool}; not checked by Countersign. You approve the values on this page, not the drawing.</>
    ),
    frame: (tool: string) => `Drawing by ${tool}`,
    hide: "Hide the tool's drawing",
    show: "Show the tool's drawing",
    late: "The drawing did not load. The values on this page are complete without it.",
    left: "The drawing tried to open another page and was closed. The values on this page are complete without it.",
  },
  edits: {
    title: "Edited before approval",
    input: "Input",
  },
  input: {
    asEdited: "Full input, as edited",
    form: "How the input is shown",
    byField: "By field",
    json: "JSON",
    copyJson: "Copy JSON",
  },

  lookAlikes: {
    title: "Some text may not be what it looks like",
    found: (word: ReactNode, place: ReactNode, why: ReactNode) => (
      <>
        {word} in {place}: {why}
      </>
    ),
    more: (amount: number) => `And in ${count(amount, "more place", "more places")}.`,
    target: "the target",
    agentName: "the agent's name",
  },
  nearRepeat: {
    title: "A similar call was rejected before",
    link: "a similar call",
    rejected: (by: ReactNode, call: ReactNode, when: ReactNode) => (
      <>
        {by} rejected {call} by the same agent {when}.
      </>
    ),
    rejectedBecause: (by: ReactNode, call: ReactNode, when: ReactNode, reason: ReactNode) => (
      <>
        {by} rejected {call} by the same agent {when}: “{reason}”
      </>
    ),
  },
});
