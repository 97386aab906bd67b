import type { Attempt } from "@countersign/protocol";
import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";

export const strings = catalogue("history", {
  attempts: {
    title: "Runs",
    table: "Table of runs",
    head: ["Run", "Run by", "Started", "Ended", "Last heartbeat", "Outcome"],
    outcomes: { running: "Running", executed: "Done", failed: "Failed", lost: "Lost" } satisfies Record<
      Attempt["outcome"],
      string
    >,
  },

  comments: {
    title: "Comments",
    reply: "The agent's reply",
    replyUnverified: "The agent's reply (unverified)",
    askedNotTold: "Question to the agent. The agent will see the question when it next checks the status of this action.",
    askedAndTold: (when: ReactNode) => <>Question to the agent, read {when}. No reply yet.</>,
    yourComment: "Your comment",
    forPeopleAndAgent:
      "Visible to everyone in this workspace. A question is also sent to the agent. Type @ to mention somebody. Comments do not approve or reject the action.",
    forPeople:
      "Visible to everyone in this workspace. Type @ to mention somebody. Comments do not approve or reject the action.",
    people: "People to mention",
    offered: (count: number) =>
      `${count === 1 ? "1 person" : `${count} people`} to mention. Use the arrow keys to choose, Enter to mention, and Escape to close the list.`,
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
    nobodyTold: "Nobody was notified outside the inbox.",
    toPerson: (person: ReactNode, notice: string, channel: ReactNode) => (
      <>
        {person}: {notice} via {channel}
      </>
    ),
    toChannel: (channel: ReactNode, notice: string) => (
      <>
        {channel}: {notice}
      </>
    ),
  },

  formerProposal: {
    title: "Changes since the proposal was sent back",
    open: "Open the earlier proposal",
    askedFor: (feedback: ReactNode) => <>Requested changes: “{feedback}”</>,
    notRead: (why: string) => `The earlier proposal could not be loaded: ${why}`,
    input: "Input",
  },

  outcome: {
    title: "Outcome",
    result: "Result",
    size: (mebibytes: string) => `${mebibytes} MiB`,
    onlyBeginningKept: (size: string) =>
      `The result was ${size}, which is more than Countersign stores. Only the beginning is shown.`,
    beginning: (size: string) => `The result is ${size}. Only the beginning is shown.`,
    downloadWhole: "Download full result",
  },

  staleTarget: {
    title: "Target changed since the proposal",
    isGone: "The target no longer exists",
    wasChanged: "Somebody changed the target after the proposal",
    seen: (when: ReactNode) => <>Detected {when}.</>,
    cannotBeApproved: "The action cannot be approved because it was proposed for an earlier state of the target.",
    notRead: (why: string) => `The current state could not be loaded: ${why}`,
  },

  threeWay: {
    whatToCompare: "What to compare",
    changedMeanwhile: "Already changed",
    wouldChangeNow: "Would change now",
    allThree: "All three",
    since: "What somebody else has changed: the target at the time of the proposal, compared with now.",
    nextRebased: "What the same call would change in the current state.",
    next: "The current state, compared with the proposed one. The call would undo changes made by others.",
    notWatched: "Countersign cannot read this target.",
    atProposal: "When proposed",
    now: "Now",
    proposed: "Proposed",
    content: "Content",
    nothingThere: "Does not exist.",
  },

  timeline: {
    title: "Timeline",
    notRead: (why: string) => `The timeline could not be loaded: ${why}`,
    details: "Details",
    hideDetails: "Hide details",
  },

  unknownOutcome: {
    title: "Outcome unknown",
    wasLost: "The run was lost before it reported an outcome",
    whatToDo:
      "The action may have run, in whole or in part. Check the target, then record below what you found. Countersign does not retry the action.",
    attempt: "Run",
    attemptOf: (number: number, all: number, executor: ReactNode) => (
      <>
        {number} of {all}, by {executor}
      </>
    ),
    started: "Started",
    lastHeartbeat: "Last heartbeat",
    noHeartbeat: "none since the run started",
    givenUp: "Declared lost",
    notYet: "not yet",
    lastHeard: "Last report",
    wouldHaveChanged: "Target",
    thereNow: "Current state",
    looking: "Checking…",
    notRead: (why: string) => `The target could not be read: ${why}`,
    cannotLook: "Countersign cannot read this target. Check the target yourself.",
    unchanged: "The target is unchanged since the proposal. The action probably did not run.",
    matches: "The target matches the proposed result. The action probably ran.",
    isGone: "The target no longer exists.",
    isDifferent: "The target matches neither its previous state nor the proposed one. Check the target yourself.",
    lateReport: (outcome: string, message: string | undefined) =>
      `A late report gave the outcome “${outcome}”${message === undefined ? "" : `: ${message}`}`,
  },
});
