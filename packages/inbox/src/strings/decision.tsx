import type { Action } from "@countersign/protocol";
import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";
import { count } from "./count.ts";

type Verdict = Action["decisions"][number]["verdict"];

export const strings = catalogue("decision", {
  decision: "Decision",
  decisionOn: (title: string) => `Decision: ${title}`,
  next: "Next",
  openInInbox: "Open in the inbox",
  openCollapsedFirst: "Open every collapsed part first",

  buttons: {
    readAndApproveInInbox: "Review and approve in the inbox",
    approve: "Approve",
    approveAfterConfirming: "Approve…",
    reject: "Reject…",
    runLater: "Run later…",
    edit: "Edit…",
    sendBack: "Send back…",
    breakGlass: "Break glass…",
    more: "More…",
    less: "Less",
    openingForm: "Opening the form",
    openingEditor: "Opening the editor",
  },
  /** What an approval means, below the buttons. */
  meaning: {
    highRiskInInbox: "High-risk actions can only be approved in the inbox.",
    unvettedInInbox: "Actions from unvetted tools can only be approved in the inbox.",
    lastApprovalRuns: "After the last required approval, the action runs once, exactly as shown.",
    runsOnce: "The action runs once, exactly as shown.",
  },
  /** Why nobody, or not this person, can approve. */
  blocked: {
    targetChanged: "The target has changed since the proposal",
    approvedAlready: "You have approved; another person's approval is still needed",
    tickFirst: "Tick the box above first",
  },

  confirm: {
    asks: (title: ReactNode, digest: ReactNode) => (
      <>
        Approve “{title}”? The action will run once, with digest {digest}.
      </>
    ),
    approve: "Yes, approve",
  },

  assignment: {
    assignedTo: "Assigned to",
    nobody: "Nobody",
    you: "You",
    handOver: "Reassign",
    giveBack: "Unassign me",
    unassign: "Unassign",
    takeOn: "Assign to me",
  },

  /** `says` is the status of the action in words, such as “has run”. */
  refused: {
    decidedBySomeoneElse: "Already decided by someone else",
    decidedBy: (who: ReactNode, when: ReactNode, says: string, isQuestion: boolean) => (
      <>
        {who} decided {when}: the {isQuestion ? "question" : "action"} {says}.
      </>
    ),
    standsNow: (says: string, isQuestion: boolean) => `The ${isQuestion ? "question" : "action"} ${says}.`,
    clickChangedNothing: "Your click had no effect.",
    changedWhileReading: "The action changed while you were reading",
    readAgain: "Nothing was decided. The page now shows the current state. Review it before you decide.",
    noAnswer: "The server did not respond",
    maybeRecorded: (says: string, isQuestion: boolean) =>
      `Your decision may have been recorded: the ${isQuestion ? "question" : "action"} ${says}.`,
    notKnownYet:
      "The server has not confirmed your decision yet. The result will appear here when the server responds. You can safely click again.",
    nothingDecided: "Nothing was decided",
  },

  definition: {
    findings: "Findings in the definition",
    tool: "Tool",
    comesFrom: "Source",
    untrustedServer: (server: ReactNode) => <>{server}, an MCP server that is not trusted</>,
    nameThere: "Name on that server",
    title: "Title",
    description: "Description",
    inputSchema: "Input schema",
    annotations: "Annotations from the server (unverified)",
    everythingElse: "Other fields of the definition",
    fingerprint: "Fingerprint",
    riskSoFar: "Reasons for the current risk level",
    none: "None",
  },

  later: {
    runAt: "Run at",
    onThisClock: "In this computer's time zone. The action runs at that time, or as soon afterwards as a server is available",
    chooseFirst: "Choose a time first",
    hasPassed: "This time has passed",
    expiresBefore: "The action expires before that time, as requested by the agent or a routing rule",
    approve: "Approve and schedule",
    meaning:
      "The action runs once, exactly as shown, and not before that time. Until then, any approver can withdraw the approval.",
  },

  refine: {
    writeFirst: "Enter a message first",
    /** What a person says to the agent after the target changed; they can change it. */
    askAgain:
      "Someone else changed the target after you proposed this. Read the target again, and propose the change based on its current state.",
    call: {
      label: "What should the agent change?",
      placeholder: "e.g. “Keep the limit at 60 minutes”",
      send: "Send back",
      meaning: "This call will not run. The agent can propose a revised one.",
    },
    question: {
      label: "What is unclear?",
      placeholder: "e.g. “Which of the two invoices do you mean?”",
      send: "Ask for clarification",
      meaning: "This question will be closed. The agent can ask a clearer one.",
    },
  },

  reject: {
    reason: "Reason (sent to the agent)",
    optional: "Optional",
    call: {
      presets: ["Not needed", "Wrong target", "Wrong content", "Too risky", "Not now"],
      presetsLabel: "Reject with reason",
      send: "Reject",
      meaning: "This call will never run. This cannot be undone.",
    },
    question: {
      presets: ["I don't know", "Ask someone else", "Not needed", "Decide yourself"],
      presetsLabel: "Decline with reason",
      send: "Decline to answer",
      meaning: "The agent gets no answer to this question. This cannot be undone.",
    },
  },

  caution: {
    high: "High risk: check the target and every field before you approve.",
    critical: "Critical: this may be irreversible. Open and read every part above in full.",
    notVetted: "Not vetted: no administrator has reviewed this tool yet. Open and read every part above in full.",
    goToNext: (unopened: number) =>
      unopened === 1
        ? "Go to the last unopened part"
        : `Go to the next of ${count(unopened, "unopened part", "unopened parts")}`,
    haveReviewed: "I have reviewed every argument",
  },

  recovery: {
    executed: {
      label: "Mark as done…",
      confirm: "Mark as done",
      asks: "How did you verify this? (recorded in the audit log)",
      meaning: "The action counts as done and does not run again.",
    },
    failed: {
      label: "Mark as not done…",
      confirm: "Mark as not done",
      asks: "How did you verify this? (recorded in the audit log)",
      meaning: "The action counts as failed and can be retried.",
    },
    retry: {
      label: "Retry…",
      confirm: "Retry",
      asks: "Comment (optional)",
      meaning: "The action runs once more with the same input. Make sure that the previous run has not already taken effect.",
    },
    withdraw: {
      label: "Withdraw the approval…",
      confirm: "Withdraw approval",
      asks: "Why? (optional)",
      meaning: "The action does not run. You can retry it later.",
    },
    runsWithdrawn:
      "The action runs now. If an approval rule applies, the action does not run before the time that its approvers chose.",
    needsNewProposal: "This action cannot be retried. The agent has to propose it again, based on the current state.",
    whySafe: "Why is it safe to retry? (recorded in the audit log)",
    sayHowFirst: "Fill in the field above first",
  },

  stale: {
    title: "Target changed: cannot be approved",
    rebase: "Rebase onto the current state",
    askAgain: "Ask the agent again…",
    rebaseMeaning:
      "Rebasing makes the same call again as a new proposal, based on the current state of the target. You still have to approve the new proposal.",
    leavesOut: (fields: ReactNode) => <>Fields that someone else also changed are not carried over: {fields}.</>,
    cannotRebase: "The same call cannot be applied to the current state.",
  },

  /** `says` is the status of the action in words, such as “has run”. */
  stands: {
    verdicts: { approve: "Approved", reject: "Rejected", refine: "Sent back" } satisfies Record<Verdict, string>,
    questionVerdicts: { approve: "Answered", reject: "Declined", refine: "Sent back" } satisfies Record<Verdict, string>,
    decidedBy: (verdict: string, who: ReactNode, when: ReactNode) => (
      <>
        {verdict} by {who}, {when}.
      </>
    ),
    decidedInPlaceOf: (verdict: string, who: ReactNode, whom: ReactNode, when: ReactNode) => (
      <>
        {verdict} by {who} on behalf of {whom}, {when}.
      </>
    ),
    selfConfirmed: (who: ReactNode, when: ReactNode) => (
      <>
        Self-confirmed by {who}, {when}. The agent acts for this person.
      </>
    ),
    selfConfirms: "This agent acts for you. You are confirming its call yourself; no second person will check it.",
    resolvedBy: (who: ReactNode, when: ReactNode) => (
      <>
        {who}, {when}.
      </>
    ),
    now: (says: string, isQuestion: boolean) => `The ${isQuestion ? "question" : "action"} ${says}.`,
    comment: (text: ReactNode) => <>“{text}”</>,
    mayOnlyRead: "You can read this action, but you need the approver role to decide on it.",
    hasIt: (name: ReactNode) => <>Assigned to {name}. You can still decide.</>,
  },
  votes: {
    label: "Approvals",
    progress: (given: number, needed: number, voters: readonly { id: string; name: ReactNode }[], missing: ReactNode) => (
      <>
        {given} of {count(needed, "approval", "approvals")}
        {voters.map(({ id, name }, at) => (
          <span key={id}>
            {at === 0 ? ", by " : " and "}
            {name}
          </span>
        ))}
        {missing !== null && <>; still needed: {missing}</>}.
      </>
    ),
    allOf: (names: readonly string[]) => names.join(" and "),
  },
  start: {
    label: "Start",
    onceApproved: (time: string, away: ReactNode) => (
      <>
        Once approved, the action will not run before {time} ({away}).
      </>
    ),
    wasToRun: (time: string, away: ReactNode) => (
      <>
        The action was due on {time} ({away}) and will run as soon as its server or worker is available.
      </>
    ),
    runs: (time: string, away: ReactNode) => (
      <>
        The action will run on {time} ({away}).
      </>
    ),
  },

  timeLimit: {
    expires: "Expires",
    wouldHaveExpired: "Would have expired",
    noLimit: "never",
    change: "Change",
    changeLabel: "Change expiry",
    spans: { hour: "In an hour", fourHours: "In four hours", day: "In a day", week: "In a week" },
    never: "Never",
    asLateAsPossible: "As late as possible",
    atAnotherTime: "At another time",
    time: "Time",
    onThisClock: "In this computer's time zone",
    latest: (when: ReactNode) => <>At the latest {when}, as requested by the agent or a routing rule.</>,
    set: "Set expiry",
  },

  vet: {
    open: "Vet this tool…",
    title: "Vet this tool",
    confirm: "Vet this tool",
    notRead: "The tool could not be loaded",
    cannotBeVetted: "This tool cannot be vetted here",
    definitionChanged: "The definition has changed, or the tool was withheld or removed. Check the tool under Tools.",
    vetted: "Vetted",
    goesByRating: (risk: string) =>
      `New calls use the tool's risk rating: ${risk}. Calls that are already waiting must still be approved one at a time. If the server changes the definition, the tool is withheld until it is reviewed again.`,
    risk: "Risk",
    asYouRateIt: "Your rating after reading the definition",
    asScored: "Computed rating",
    effect: "Effect",
    effectWords:
      "Agents' risk limits, grants, batch decisions and approval in the agent's client will use this rating instead of the highest risk level. Calls still require approval.",
    notVetted: "The tool was not vetted",
  },
});
