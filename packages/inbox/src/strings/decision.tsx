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
    readAndApproveInInbox: "Read and approve in the inbox",
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
    highRiskInInbox: "High risk is approved in the inbox only.",
    unvettedInInbox: "A tool that is not vetted is approved in the inbox only.",
    lastApprovalRuns: "The last approval that is needed runs it once, exactly as shown.",
    runsOnce: "Runs once, exactly as shown.",
  },
  /** Why nobody, or not this person, can approve. */
  blocked: {
    targetChanged: "Its target changed since it was proposed",
    approvedAlready: "You have approved it; it needs another approval",
    tickFirst: "Tick the box above first",
  },

  confirm: {
    asks: (title: ReactNode, digest: ReactNode) => (
      <>
        Approve “{title}”? It runs once, with digest {digest}.
      </>
    ),
    approve: "Yes, approve it",
  },

  assignment: {
    assignedTo: "Assigned to",
    nobody: "Nobody",
    you: "You",
    handOver: "Hand over",
    giveBack: "Unassign me",
    unassign: "Unassign",
    takeOn: "Assign to me",
  },

  /** `says` is the status of the action in words, such as “has run”. */
  refused: {
    decidedBySomeoneElse: "Already decided by someone else",
    decidedBy: (who: ReactNode, when: ReactNode, says: string) => (
      <>
        {who} decided {when}: it {says}.
      </>
    ),
    standsNow: (says: string) => `It ${says}.`,
    clickChangedNothing: "Your click changed nothing.",
    changedWhileReading: "It changed while you were reading",
    readAgain: "Nothing was decided. The page now shows what would run; read it again.",
    noAnswer: "The server did not answer",
    maybeRecorded: (says: string) => `Your click may have been recorded: it ${says}.`,
    notKnownYet:
      "It is not known yet whether your click was recorded. The page shows it as soon as the server answers; a second click is safe.",
    nothingDecided: "Nothing was decided",
  },

  definition: {
    findings: "Found in its definition",
    tool: "Tool",
    comesFrom: "Comes from",
    untrustedServer: (server: ReactNode) => <>{server}, an MCP server that is not trusted</>,
    nameThere: "Its name there",
    title: "Title",
    description: "Description",
    inputSchema: "Input schema",
    annotations: "What its server says of it (unverified)",
    everythingElse: "Other fields of the definition",
    fingerprint: "Fingerprint",
    riskSoFar: "Reasons for its current risk",
    none: "None",
  },

  later: {
    runAt: "Run at",
    onThisClock: "On this computer's clock. It runs then, or as soon afterwards as a server is available",
    chooseFirst: "Choose a time first",
    hasPassed: "This time has passed",
    expiresBefore: "The agent or a routing rule asked that the action expires before that",
    approve: "Approve for this time",
    meaning:
      "It runs once, exactly as shown, and not before that time. Until then, anybody who may decide on it can withdraw the approval.",
  },

  refine: {
    writeFirst: "Write it first",
    /** What a person says to the agent after the target changed; they can change it. */
    askAgain:
      "What this would change was changed by someone else after you proposed it. Read it again, and propose the change anew on top of what is there now.",
    call: {
      label: "What should the agent change?",
      placeholder: "e.g. “Keep the limit at 60 minutes”",
      send: "Send back",
      meaning: "This call will not run. The agent can propose a revised one.",
    },
    question: {
      label: "What is unclear?",
      placeholder: "Which of the two invoices do you mean?",
      send: "Ask back",
      meaning: "This question ends. The agent can ask a clearer one.",
    },
  },

  reject: {
    reason: "Reason (sent to the agent)",
    optional: "Optional",
    call: {
      presets: ["Not needed", "Wrong target", "Wrong content", "Too risky", "Not now"],
      presetsLabel: "Reject as",
      send: "Reject",
      meaning: "This call will never run. Cannot be undone.",
    },
    question: {
      presets: ["I do not know", "Ask somebody else", "Not needed", "Decide yourself"],
      presetsLabel: "Decline with",
      send: "Decline to answer",
      meaning: "The agent gets no answer to this question, and this cannot be taken back.",
    },
  },

  caution: {
    high: "High risk: check the target and every field before you approve.",
    critical: "Critical: this may be irreversible. Open every part above and read all of it.",
    notVetted: "Not vetted: no administrator has looked at this tool yet. Open every part above and read all of it.",
    goToNext: (unopened: number) => `Go to the next of ${count(unopened, "unopened part", "unopened parts")}`,
    haveReviewed: "I have reviewed every argument",
  },

  recovery: {
    executed: {
      label: "Mark as done…",
      confirm: "Record that it happened",
      asks: "How did you verify this? (audited)",
      meaning: "It counts as done and does not run again.",
    },
    failed: {
      label: "Mark as not done…",
      confirm: "Record that it did not happen",
      asks: "How did you verify this? (audited)",
      meaning: "It counts as failed; it can be run again afterwards.",
    },
    retry: {
      label: "Retry…",
      confirm: "Run it again",
      asks: "Comment (optional)",
      meaning: "The same input runs once more. Be sure that it did not happen already.",
    },
    withdraw: {
      label: "Withdraw the approval…",
      confirm: "Withdraw it",
      asks: "Why? (optional)",
      meaning: "It does not run. It can be run again afterwards.",
    },
    runsWithdrawn: "It runs now; under a rule, not before the time that those who approved it chose.",
    needsNewProposal: "It cannot run again as it is. The agent has to propose it again, based on the current state.",
    whySafe: "Why is it safe to run again? This goes on the record",
    sayHowFirst: "Give a reason first",
  },

  stale: {
    title: "Target changed: cannot be approved",
    rebase: "Rebase on the current state",
    askAgain: "Ask the agent again…",
    rebaseMeaning: "A rebase makes a new proposal of the same call; you still have to approve that one.",
    leavesOut: (fields: ReactNode) => <>It leaves out fields that somebody else changed, too: {fields}.</>,
    cannotRebase: "The same call cannot be made of what is there now.",
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
    resolvedBy: (who: ReactNode, when: ReactNode) => (
      <>
        {who}, {when}.
      </>
    ),
    now: (says: string) => `It ${says}.`,
    comment: (text: ReactNode) => <>“{text}”</>,
    mayOnlyRead: "You can read it; deciding requires the role of approver.",
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
        Once approved, it does not run before {time} ({away}).
      </>
    ),
    wasToRun: (time: string, away: ReactNode) => (
      <>
        It was to run {time} ({away}), and runs as soon as its server or worker is there.
      </>
    ),
    runs: (time: string, away: ReactNode) => (
      <>
        It runs {time} ({away}).
      </>
    ),
  },

  timeLimit: {
    expires: "Expires",
    wouldHaveExpired: "Would have expired",
    noLimit: "never",
    change: "Change",
    changeLabel: "Change when it expires",
    spans: { hour: "In an hour", fourHours: "In four hours", day: "In a day", week: "In a week" },
    never: "Never",
    asLateAsPossible: "As late as possible",
    atAnotherTime: "At another time",
    time: "Time",
    onThisClock: "On this computer's clock",
    latest: (when: ReactNode) => <>The agent or a routing rule asked that it expires at the latest {when}.</>,
    set: "Set",
  },

  vet: {
    open: "Vet this tool…",
    title: "Vet this tool",
    confirm: "Vet this tool",
    notRead: "The tool could not be read",
    cannotBeVetted: "It cannot be vetted here",
    definitionChanged: "Its definition changed, was withheld or is gone since. Look at it under Tools.",
    vetted: "Vetted",
    goesByRating: (risk: string) =>
      `Calls that are proposed from now on go by its rating: ${risk}. What already waits is still read and approved one by one. If its server changes the definition, the tool is withheld until reviewed again.`,
    risk: "Risk",
    asYouRateIt: "As you rate it, having read the definition",
    asScored: "As scored",
    effect: "This will",
    effectWords:
      "make rules go by that risk instead of the highest: limits of agents, standing approvals, batches, approval in the agent’s client. Its calls still require approval.",
    notVetted: "Not vetted",
  },
});
