import type { DecisionItem } from "@countersign/protocol";
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
  newActions: (amount: number): string => (amount === 1 ? "New action waiting" : `${numberWords(amount)} new actions waiting`),
  /** Button that shows what changed since the list was read: `3 new, 1 changed · Refresh`. */
  showNews(arrived: number, changed: number) {
    const parts = [
      ...(arrived > 0 ? [`${numberWords(arrived)} new`] : []),
      ...(changed > 0 ? [`${numberWords(changed)} changed`] : []),
    ];
    return `${parts.length === 0 ? "May be out of date" : parts.join(", ")} · Refresh`;
  },
  batch: {
    selectedActions: "Selected actions",
    verdicts: {
      approve: {
        button: (amount) => `Approve ${numberWords(amount)}…`,
        ask: (amount) => `Approve ${actions(amount)}`,
        meaning: "Each action runs once, exactly as proposed.",
        message: null,
      },
      reject: {
        button: (amount) => `Reject ${numberWords(amount)}…`,
        ask: (amount) => `Reject ${actions(amount)}`,
        meaning: "None of these will run. The agents are notified.",
        message: { label: "Reason (sent to the agents)", placeholder: "Optional" },
      },
      refine: {
        button: (amount) => `Send ${numberWords(amount)} back…`,
        ask: (amount) => `Send ${actions(amount)} back`,
        meaning: "None of these will run. The agents can propose revised actions.",
        message: { label: "What should the agent change?", placeholder: "Sent to the agent of each action" },
      },
    } satisfies Record<DecisionItem["verdict"], VerdictWords>,
    approveAndReject: (approved: number, rejected: number) => `Approve ${actions(approved)}, reject ${numberWords(rejected)}`,
    rejectRest: (amount: number) =>
      `Also reject the ${actions(amount)} you did not select (otherwise ${amount === 1 ? "it stays" : "they stay"} in the inbox)`,
    /** Before reasons of which a click writes one into the field. */
    reasons: "Use as reason",
    actionsToDecide: "Actions to decide",
    withYourEdits: "with your edits",
    leaveOut: (title: string) => `Remove from this batch: ${title}`,
    leaveOutHint: "Remove from this batch (stays in the inbox)",
    saySomething: "Enter a message first",
    nothingLeft: "Nothing left to decide here",
    nothingShown: "No action has been shown in full yet",
    reading: (done: number, of: number) => `Loading changes: ${numberWords(done)} of ${numberWords(of)}`,
    sending: (sent: number, of: number) => `${numberWords(sent)} of ${numberWords(of)} decided…`,
    notSent: "The decision was not sent",
    nothingDecided: "Nothing was decided.",
  },
  exports: {
    button: "Export list",
    formats: { csv: "CSV, for spreadsheets", jsonl: "JSON Lines, for programs" },
  },
  filters: {
    label: "Filter the list",
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
    noGroups: "No grouping",
    order: "Sort by",
    mostUrgentFirst: "Most urgent first",
    newestFirst: "Newest first",
    mission: "Mission",
    batch: "Batch",
    exactId: "Exact ID",
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
    notRead: "The list could not be loaded",
    notRefreshed: "The list could not be refreshed",
    actions: "Actions",
    loadingMore: "Loading…",
    loading: "Loading the list",
    nothingWaits: "Nothing is waiting",
    nothingWaitsMeaning: "New proposals appear here automatically.",
    nothingHere: "No actions",
    noneHasStatus: "No actions have this status.",
    nothingMatches: "No matches",
    noneMatches: (view: string, filters: ReactNode) => (
      <>
        No actions in the view {view} match {filters}.
      </>
    ),
    clearFilters: "Clear filters",
    searchAll: "Search all statuses",
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
    failed: (message: string, amount: number) => `Not all actions could be loaded: ${message} ${actions(amount)} selected.`,
    full: (amount: number) => `Only ${actions(amount)} selected, the maximum for one decision. The others stay in the inbox.`,
    arrived: (amount: number) => `${count(amount, "more action", "more actions")} arrived.`,
    selectArrived: (amount: number): string => (amount === 1 ? "Also select this action" : "Also select these actions"),
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
    label: "Retries of rejected calls",
    /** `1 tool paused, 2 tools retried after rejection: look…` */
    button(paused: number, retried: number) {
      const parts = [
        ...(paused > 0 ? [`${count(paused, "tool", "tools")} paused`] : []),
        ...(retried > 0 ? [`${count(retried, "tool", "tools")} retried after rejection`] : []),
      ];
      return `${parts.join(", ")}: review…`;
    },
    title: "Retried after rejection",
    nothingLeft: "Nothing left to review.",
    repeated: (tool: string) => `${tool}, retried`,
    paused: (tool: string) => `${tool}, paused`,
    isInUse: (tool: ReactNode) => <>{tool} can still be called.</>,
    isPaused: (tool: ReactNode) => <>{tool} is paused for this agent.</>,
    rejectedInARow: (agent: ReactNode, calls: number, last: ReactNode) => (
      <>
        {agent} had {count(calls, "call", "calls")} rejected in a row, most recently {last}.
      </>
    ),
    askedAgain: (agent: ReactNode, times: number, where: ReactNode, last: ReactNode) => (
      <>
        {agent} retried a rejected call {count(times, "time", "times")}, most recently {where}, {last}. The retries were refused
        automatically.
      </>
    ),
    inMission: (name: ReactNode) => <>in mission {name}</>,
    inSession: (name: ReactNode) => <>in session {name}</>,
    inNeither: "outside any mission or session",
    noReason: "No reason was given.",
    reason: (reason: ReactNode) => <>Reason: “{reason}”</>,
    rejectedAction: "Open rejected action",
    notLifted: "Nothing was changed",
    liftPause: "Resume tool",
    letAskAgain: "Allow retries",
    unblock: "Resume and allow retries",
  },
  overview: {
    allDecided: "All decided",
    allDecidedMeaning: "Nothing is waiting. New proposals appear automatically.",
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
        {name}: {numberWords(pending)} waiting, opened {opened}
      </>
    ),
  },
});
