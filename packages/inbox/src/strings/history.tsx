import type { Attempt } from "@countersign/protocol";
import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";

export const strings = catalogue("history", {
  attempts: {
    title: "Runs",
    table: "Table of runs",
    head: ["Run", "By", "Started", "Ended", "Last heartbeat", "Outcome"],
    outcomes: { running: "Running", executed: "Done", failed: "Failed", lost: "Lost" } satisfies Record<
      Attempt["outcome"],
      string
    >,
  },

  comments: {
    title: "Comments",
    reply: "The agent's reply",
    replyUnverified: "The agent’s reply (unverified)",
    askedNotTold: "Question to the agent, who sees it at the next status check of this action.",
    askedAndTold: (when: ReactNode) => <>Question to the agent, read {when}. No reply yet.</>,
    yourComment: "Your comment",
    forPeopleAndAgent:
      "Visible to people of this workspace; a question also goes to the agent. Type @ to mention somebody. Comments decide nothing.",
    forPeople: "Visible to people of this workspace. Type @ to mention somebody. Comments decide nothing.",
    people: "People to mention",
    offered: (count: number) =>
      `${count === 1 ? "1 person" : `${count} people`} to mention. Arrow keys choose, Enter mentions, Escape closes the list.`,
    alsoMentioned: (names: ReactNode) => <>Also mentions {names}.</>,
    comment: "Comment",
    askAgent: "Ask the agent",
    notSent: (why: string) => `The comment was not sent: ${why}`,
  },

  deliveries: {
    title: "Notifications",
    hide: "Hide recipients",
    show: "Show recipients",
    notRead: (why: string) => `The notifications could not be loaded: ${why}`,
    nobodyTold: "Nobody was notified outside of the inbox.",
    toPerson: (person: ReactNode, notice: string, channel: ReactNode) => (
      <>
        {person}: {notice} by {channel}
      </>
    ),
    toChannel: (channel: ReactNode, notice: string) => (
      <>
        {channel}: {notice}
      </>
    ),
  },

  formerProposal: {
    title: "Changes since it was sent back",
    open: "Open the earlier proposal",
    askedFor: (feedback: ReactNode) => <>Asked for: “{feedback}”</>,
    notRead: (why: string) => `The earlier proposal could not be loaded: ${why}`,
    input: "Input",
  },

  outcome: {
    title: "Outcome",
    result: "Result",
    size: (mebibytes: string) => `${mebibytes} MiB`,
    onlyBeginningKept: (size: string) => `The result had ${size}, more than is stored. Only its beginning is shown.`,
    beginning: (size: string) => `The result has ${size}. Only its beginning is shown.`,
    downloadWhole: "Download full result",
  },

  staleTarget: {
    title: "Target changed since the proposal",
    isGone: "The target no longer exists",
    wasChanged: "Somebody changed the target meanwhile",
    seen: (when: ReactNode) => <>Seen {when}.</>,
    cannotBeApproved: "The action cannot be approved, because it was proposed for an earlier state of the target.",
    notRead: (why: string) => `The current state could not be loaded: ${why}`,
  },

  threeWay: {
    whatToCompare: "What to compare",
    changedMeanwhile: "Changed meanwhile",
    wouldChangeNow: "Would change now",
    allThree: "All three",
    since: "What somebody else changed: the target at the proposal, compared with now.",
    nextRebased: "What the same call would change now.",
    next: "The current state, compared with the proposal. Changes by others would be undone.",
    notWatched: "Countersign cannot read this target.",
    atProposal: "At proposal",
    now: "Now",
    proposed: "Proposed",
    content: "Content",
    nothingThere: "Nothing is there.",
  },

  timeline: {
    title: "Timeline",
    notRead: (why: string) => `The timeline could not be loaded: ${why}`,
    details: "Details",
    hideDetails: "Hide details",
  },

  unknownOutcome: {
    title: "Outcome unknown",
    wasLost: "The run was lost before it could report",
    whatToDo:
      "The action may have run, in whole or in part. Check its target, then record below what you found. Countersign does not retry it.",
    attempt: "Attempt",
    attemptOf: (number: number, all: number, executor: ReactNode) => (
      <>
        {number} of {all}, by {executor}
      </>
    ),
    started: "Started",
    lastHeartbeat: "Last heartbeat",
    noHeartbeat: "none since the run started",
    givenUp: "Given up",
    notYet: "not yet",
    lastHeard: "Last report",
    wouldHaveChanged: "Target",
    thereNow: "Current state",
    looking: "Looking…",
    notRead: (why: string) => `The target could not be read: ${why}`,
    cannotLook: "Countersign cannot read this target. Check it yourself.",
    unchanged: "Unchanged since the proposal. The action probably did not run.",
    matches: "The target matches the proposed result. The action probably ran.",
    isGone: "The target no longer exists.",
    isDifferent: "Neither the previous state nor the proposed one. Check it yourself.",
    lateReport: (outcome: string, message: string | undefined) =>
      `A late report says “${outcome}”${message === undefined ? "" : `: ${message}`}`,
  },
});
