import type { BatchResult, DecisionItem } from "@countersign/protocol";
import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";
import { count, numberWords } from "./count.ts";

interface VerdictWords {
  /** Button for so many selected actions. */
  button: (amount: number) => string;
  /** The question of the dialog, and its button. */
  ask: (amount: number) => string;
  meaning: string;
  /** Message to the agents; null if the verdict has none. */
  message: { label: string; placeholder: string } | null;
}

const actions = (amount: number): string => count(amount, "action", "actions");

export const strings = catalogue("queue", {
  queue: "Queue",
  actions,
  selected: (amount: number) => `${numberWords(amount)} selected`,
  views: { waiting: "Waiting", problems: "Problems", decided: "Decided", all: "All" },
  /** Title of a notification. */
  newActions: (amount: number): string => (amount === 1 ? "A new action waits" : `${numberWords(amount)} new actions wait`),
  /** Button that shows what changed since the list was read: `3 new, 1 changed: show`. */
  showNews(arrived: number, changed: number) {
    const parts = [
      ...(arrived > 0 ? [`${numberWords(arrived)} new`] : []),
      ...(changed > 0 ? [`${numberWords(changed)} changed`] : []),
    ];
    return `${parts.length === 0 ? "May be out of date" : parts.join(", ")}: show`;
  },
  batch: {
    selectedActions: "Selected actions",
    verdicts: {
      approve: {
        button: (amount) => `Approve ${numberWords(amount)}…`,
        ask: (amount) => `Approve ${actions(amount)}`,
        meaning: "Each runs once, exactly as proposed.",
        message: null,
      },
      reject: {
        button: (amount) => `Reject ${numberWords(amount)}…`,
        ask: (amount) => `Reject ${actions(amount)}`,
        meaning: "None of these runs. Their agents are told.",
        message: { label: "Reason, told to the agents", placeholder: "Optional" },
      },
      refine: {
        button: (amount) => `Send ${numberWords(amount)} back…`,
        ask: (amount) => `Send ${actions(amount)} back`,
        meaning: "None of these runs. Their agents may propose new ones that answer what you write.",
        message: { label: "What should the agent change?", placeholder: "The same for all of them" },
      },
    } satisfies Record<DecisionItem["verdict"], VerdictWords>,
    approveAndReject: (approved: number, rejected: number) => `Approve ${actions(approved)}, reject ${numberWords(rejected)}`,
    rejectRest: (amount: number) =>
      `Reject the ${actions(amount)} left out; else ${amount === 1 ? "it goes" : "they go"} on waiting`,
    /** Before reasons of which a click writes one into the field. */
    reasons: "Use as reason",
    actionsToDecide: "Actions to decide",
    withYourEdits: "with your edits",
    leaveOut: (title: string) => `Leave out: ${title}`,
    leaveOutHint: "Remove from this batch (stays in the inbox)",
    saySomething: "Say what should be different first",
    nothingLeft: "Nothing is left to decide here",
    nothingShown: "Nothing here is shown in full yet",
    reading: (done: number, of: number) => `Loading changes: ${numberWords(done)} of ${numberWords(of)}`,
    sending: (sent: number, of: number) => `${numberWords(sent)} of ${numberWords(of)} decided…`,
    notSent: "The decision was not sent",
    nothingDecided: "Nothing was decided.",
  },
  outcome: {
    title: "Results",
    list: "Outcomes",
    words: {
      approved: "Approved",
      voted: "Approved; others are still asked",
      rejected: "Rejected",
      refined: "Sent back",
      skipped: "Skipped",
    } satisfies Record<BatchResult["results"][number]["outcome"], string>,
    decided: (amount: number, skipped: number) =>
      `${actions(amount)} decided${skipped > 0 ? `, ${numberWords(skipped)} skipped` : ""}.`,
    notDecided: (amount: number) => `${actions(amount)} not decided, as far as is known`,
    unsure: (amount: number) =>
      `It is not known whether ${numberWords(amount)} of them ${amount === 1 ? "was" : "were"} decided.`,
    sendingAgainIsSafe: "Sending them again decides none of them twice. What is not decided stays in the inbox.",
    notKnown: "Not known",
    notSent: "Not sent",
    /** Reason of an action that was skipped, where the server gives none. */
    noReason: "Not decided",
    sendAgain: (amount: number) => `Send ${count(amount, "decision", "decisions")} again`,
  },
  withheld: {
    risky: (amount: number, allVetted: boolean) =>
      `${actions(amount)} of high risk${allVetted ? "" : " or not vetted"} left out`,
    riskyMeaning: (amount: number): string =>
      amount === 1
        ? "It is approved one by one, after reading what would run. The server accepts no other approval for it."
        : "They are approved one by one, after reading what would run. The server accepts no other approval for them.",
    questions: (amount: number) => `${count(amount, "question", "questions")} left out`,
    questionsMeaning: (amount: number): string => (amount === 1 ? "It is answered by itself." : "Each is answered by itself."),
    decidedMeanwhile: (amount: number) => `${actions(amount)} decided meanwhile`,
    decidedMeaning: "No part of this decision any more.",
  },
  exports: {
    button: "Export the list",
    formats: { csv: "CSV, for spreadsheets", jsonl: "JSON Lines, for programs" },
  },
  filters: {
    label: "Filter the queue",
    search: "Search title, tool, target, arguments",
    tool: "Tool",
    anyTool: "Any tool",
    more: "More filters",
    views: "Views",
    agent: "Agent",
    anyAgent: "Any agent",
    decidedBy: "Decided by",
    anyone: "Anyone",
    risk: "Risk",
    anyRisk: "Any risk",
    orNotVetted: (risk: string) => `${risk}, or not vetted`,
    assignee: "Assigned to",
    you: "You",
    nobody: "Nobody",
    age: "Age",
    anyAge: "Any age",
    status: "Status",
    waiting: "Waiting",
    groupBy: "Group by",
    noGroups: "Nothing",
    order: "Order",
    mostUrgentFirst: "Most urgent first",
    newestFirst: "Newest first",
    mission: "Mission",
    batch: "Batch",
    exactId: "Its id",
    remove: (filter: string) => `Remove the filter ${filter}`,
  },
  /** An active filter, as its chip and the empty list say it. */
  filtered: {
    text: (text: string) => `Text: ${text}`,
    tool: (name: string) => `Tool: ${name}`,
    agent: (name: string) => `Agent: ${name}`,
    decidedBy: (name: string) => `Decided by ${name}`,
    mission: (id: string) => `Mission: ${id}`,
    batch: (id: string) => `Batch: ${id}`,
    risk: (level: string) => `Risk: ${level} of 5`,
    assignedTo: (name: string) => `Assigned to ${name}`,
    assignedToNobody: "Assigned to nobody",
    olderThan: (age: string) => `Older than ${age}`,
  },
  groups: {
    names: { batch: "Batch", mission: "Mission", tool: "Tool" },
    without: { batch: "No batch", mission: "No mission", tool: "No tool" },
    by: { batch: "By batch", mission: "By mission", tool: "By tool" },
    select: (name: string) => `Select group: ${name}`,
    continued: "(continued)",
  },
  list: {
    notRead: "The queue could not be read",
    notRefreshed: "The queue could not be refreshed",
    actions: "Actions",
    loadingMore: "Loading…",
    loading: "Loading the queue",
    nothingWaits: "Nothing waits for you",
    nothingWaitsMeaning: "When an agent proposes something, it appears here at once.",
    nothingHere: "Nothing here",
    noneHasStatus: "No action has this status.",
    nothingMatches: "Nothing matches",
    noneMatches: (view: string, filters: ReactNode) => (
      <>
        No action in the view {view} matches {filters}.
      </>
    ),
    clearFilters: "Clear filters",
    searchAll: "Search in all statuses",
  },
  row: {
    select: (title: string) => `Select: ${title}`,
    expires: (time: ReactNode) => <>expires {time}</>,
    comments: (amount: number) => count(amount, "comment", "comments"),
    othersAsked: "escalated",
    reminded: "reminded",
    decidedBy: (name: ReactNode, time: ReactNode) => (
      <>
        by {name} · {time}
      </>
    ),
    runs: (time: ReactNode) => <>runs {time}</>,
  },
  selection: {
    selectAll: "Select all",
    selectAllOf: (amount: number) => `Select all ${numberWords(amount)}`,
    selectFirst: (amount: number) => `Select the first ${numberWords(amount)}`,
    moreMatch: (amount: number) => `${actions(amount)} selected; more match.`,
    loading: (loaded: number, of: number | null) =>
      `Loading ${numberWords(loaded)}${of === null ? "" : ` of ${numberWords(of)}`}…`,
    failed: (message: string, amount: number) => `Not all could be loaded: ${message} ${actions(amount)} selected.`,
    full: (amount: number) =>
      `Only ${actions(amount)} selected, the most that can be decided together. The others stay in the inbox.`,
    arrived: (amount: number) => `${numberWords(amount)} more arrived since.`,
    selectArrived: (amount: number): string => (amount === 1 ? "Select it too" : "Select them too"),
    ok: "OK",
    /** `others` is how many more there are than are named. */
    noLongerSelected: (named: ReactNode, others: number) => (
      <>
        No longer selected: {named}
        {others > 0 && ` and ${count(others, "other", "others")}`}.
      </>
    ),
    decided: (title: ReactNode, status: string) => (
      <>
        “{title}” ({status.toLowerCase()})
      </>
    ),
    changed: (title: ReactNode) => <>“{title}” (changed)</>,
  },
  emergencies: {
    label: "Emergency approvals",
    toReview: (amount: number) => `${count(amount, "emergency approval", "emergency approvals")} to review…`,
  },
  repeats: {
    label: "Repeats of rejected calls",
    /** `1 tool paused, 2 tools retried after rejection: look…` */
    button(paused: number, retried: number) {
      const parts = [
        ...(paused > 0 ? [`${count(paused, "tool", "tools")} paused`] : []),
        ...(retried > 0 ? [`${count(retried, "tool", "tools")} retried after rejection`] : []),
      ];
      return `${parts.join(", ")}: review…`;
    },
    title: "Retried after rejection",
    nothingLeft: "Nothing is left to review.",
    repeated: (tool: string) => `${tool}, repeated`,
    paused: (tool: string) => `${tool}, paused`,
    isInUse: (tool: ReactNode) => <>{tool} is still in use.</>,
    isPaused: (tool: ReactNode) => <>{tool} is paused for this agent.</>,
    rejectedInARow: (agent: ReactNode, calls: number, last: ReactNode) => (
      <>
        {agent} had {count(calls, "call", "calls")} rejected one after another, last {last}.
      </>
    ),
    askedAgain: (agent: ReactNode, times: number, where: ReactNode, last: ReactNode) => (
      <>
        {agent} asked {count(times, "time", "times")} for what a person had rejected, last {where}, {last}. Nobody was asked
        again.
      </>
    ),
    inMission: (name: ReactNode) => <>in mission {name}</>,
    inSession: (name: ReactNode) => <>in session {name}</>,
    inNeither: "in a call that names neither mission nor session",
    noReason: "No reason was given.",
    reason: (reason: ReactNode) => <>Reason: “{reason}”</>,
    rejectedAction: "The rejected action",
    notLifted: "The pause was not lifted",
    liftPause: "Lift the pause",
    letAskAgain: "Let it ask again",
    unblock: "Unblock and allow retries",
  },
  overview: {
    allDecided: "All decided",
    allDecidedMeaning: "Nothing waits. New proposals appear by themselves.",
    needDecision: (amount: number) => `${actions(amount)} ${amount === 1 ? "needs" : "need"} a decision`,
    oldestIs: (time: ReactNode) => <>Oldest: {time}.</>,
    problems: "Problems",
    problemCount: (amount: number) => count(amount, "problem", "problems"),
    all: (amount: number) => `All ${numberWords(amount)}`,
    tool: "Tool",
    waiting: "Waiting",
    oldest: "Oldest",
    checkpoints: "Checkpoints",
    checkpoint: (name: ReactNode, pending: number, opened: ReactNode) => (
      <>
        {name}: {numberWords(pending)} {pending === 1 ? "waits" : "wait"}, opened {opened}
      </>
    ),
  },
  firstSteps: {
    title: "First steps",
    progress: (done: number, of: number) => `${numberWords(done)} of ${numberWords(of)} done`,
    hide: "Hide",
    done: "Done",
    toDo: "To do",
    agent: {
      label: "Connect an agent",
      about: "Create its key, and put the address and the key into its client.",
    },
    server: {
      label: "Connect an MCP server",
      about: "Calls of its tools then pass through the gate, and wait for approval where you say so.",
    },
    decision: {
      label: "Decide on a first action",
      about: "Open one in the list, read what it would do, and approve or reject it.",
    },
    policy: {
      label: "Set a policy",
      about: "Say for a tool which calls need approval, and by whom: a condition, a rule or a grant.",
    },
    colleague: {
      label: "Invite a colleague",
      about: "So that a second person can approve what is risky.",
    },
  },
});
