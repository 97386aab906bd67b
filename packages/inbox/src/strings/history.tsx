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
    askedNotTold: "A question to the agent. It is told when it next asks about this action.",
    askedAndTold: (when: ReactNode) => <>A question to the agent, which was told {when}. No reply yet.</>,
    yourComment: "Your comment",
    forPeopleAndAgent:
      "For people of this workspace; @ mentions somebody. As a question to the agent, it is for the agent, too. It decides nothing.",
    forPeople: "For people of this workspace; @ mentions somebody. It decides nothing.",
    people: "People to mention",
    offered: (count: number) =>
      `${count === 1 ? "1 person" : `${count} people`} to mention. Arrow keys choose, Enter mentions, Escape closes the list.`,
    alsoMentioned: (names: ReactNode) => <>Also mentions {names}.</>,
    comment: "Comment",
    askAgent: "Ask the agent",
    notSent: (why: string) => `It was not sent: ${why}`,
  },

  deliveries: {
    title: "Notifications",
    hide: "Hide recipients",
    show: "Show recipients",
    notRead: (why: string) => `The notifications could not be read: ${why}`,
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
    title: "Since it was sent back",
    open: "Open the earlier proposal",
    askedFor: (feedback: ReactNode) => <>Asked for: “{feedback}”</>,
    notRead: (why: string) => `The earlier proposal could not be read: ${why}`,
    input: "Input",
  },

  outcome: {
    title: "Outcome",
    result: "Result",
    size: (mebibytes: string) => `${mebibytes} MiB`,
    onlyBeginningKept: (size: string) => `The result had ${size}, more than is kept. This is its beginning.`,
    beginning: (size: string) => `The result has ${size}. This is its beginning.`,
    downloadWhole: "Download the whole result",
  },

  staleTarget: {
    title: "Changed since it was proposed",
    isGone: "What it would change is gone",
    wasChanged: "Somebody changed it meanwhile",
    seen: (when: ReactNode) => <>Seen {when}.</>,
    cannotBeApproved: "It cannot be approved as it is: what was proposed was made for something that is no longer there.",
    notRead: (why: string) => `What is there now could not be read: ${why}`,
  },

  threeWay: {
    whatToCompare: "What to compare",
    changedMeanwhile: "Changed meanwhile",
    wouldChangeNow: "Would change now",
    allThree: "All three",
    since: "What somebody else changed: at proposal, against now.",
    nextRebased: "What the same call would do to what is there now.",
    next: "What is there now, against what was proposed. The changes of others would be undone.",
    notWatched: "Countersign cannot read this target.",
    atProposal: "At proposal",
    now: "Now",
    proposed: "Proposed",
    content: "Content",
    nothingThere: "Nothing is there.",
  },

  timeline: {
    title: "Timeline",
    notRead: (why: string) => `The timeline could not be read: ${why}`,
    details: "Details",
    hideDetails: "Hide details",
  },

  unknownOutcome: {
    title: "Outcome unknown",
    wasLost: "The run was lost before it could report",
    whatToDo:
      "It may have happened, in whole or in part. Look at what it would have changed, then say below what you found. It does not run again by itself.",
    attempt: "Attempt",
    attemptOf: (number: number, all: number, executor: ReactNode) => (
      <>
        {number} of {all}, by {executor}
      </>
    ),
    started: "Started",
    lastHeartbeat: "Last heartbeat",
    noHeartbeat: "none after the start",
    givenUp: "Given up",
    notYet: "not yet",
    lastHeard: "The last thing heard",
    wouldHaveChanged: "What it would have changed",
    thereNow: "What is there now",
    looking: "Looking…",
    notRead: (why: string) => `It could not be read: ${why}`,
    cannotLook: "Countersign cannot look at this target. Look there yourself.",
    unchanged: "The same as when it was proposed. It probably did not run.",
    matches: "The target matches the proposed result. It probably ran.",
    isGone: "Nothing: the target is gone.",
    isDifferent: "Neither the previous state nor the proposed one. Look at it yourself.",
    lateReport: (outcome: string, message: string | undefined) =>
      `A report that came too late says “${outcome}”${message === undefined ? "" : `: ${message}`}`,
  },
});
