import {
  NOT_RATED,
  NOT_VETTED,
  RISK_NAMES,
  type ActionStatus,
  type FailureCode,
  type Risk,
  type Role,
} from "@countersign/protocol";
import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";
import { count } from "./count.ts";

interface StatusWords {
  label: string;
  /** Completes "This action …" or "This question …". */
  says: string;
}

export const strings = catalogue("ui", {
  cancel: "Cancel",
  close: "Close",
  save: "Save",
  remove: "Remove",
  showMore: "Show more",
  yes: "Yes",
  no: "No",
  copied: "Copied",
  tryAgain: "Try again",
  outOfDate: "This may be out of date",
  closeNotice: "Close this notice",
  reloadPage: "Reload the page",
  search: "Search",
  clearSearch: "Clear the search",
  /** Name of the product; it is the same in every language. */
  countersign: "Countersign",
  noSuchPage: "There is no such page",
  goToInbox: "Go to the inbox",
  copyDigest: (digest: string) => `Copy digest ${digest}`,
  revoked: (name: string) => `${name} (revoked)`,

  status: {
    pending: { label: "Waiting", says: "waits for a decision" },
    approved: { label: "Approved", says: "is approved and about to run" },
    executing: { label: "Running", says: "is running" },
    executed: { label: "Done", says: "has run" },
    failed: { label: "Failed", says: "did not run to its end" },
    outcome_unknown: { label: "Outcome unknown", says: "may have run; nobody knows yet" },
    rejected: { label: "Rejected", says: "was rejected and never ran" },
    refined: { label: "Sent back", says: "was sent back to the agent and never ran" },
    expired: { label: "Expired", says: "ran out of time and never ran" },
    cancelled: { label: "Withdrawn", says: "was withdrawn by its proposer and never ran" },
  } satisfies Record<ActionStatus, StatusWords>,
  questionStatus: {
    pending: { label: "Waiting", says: "waits for an answer" },
    approved: { label: "Answered", says: "is answered; the agent is about to get the answer" },
    executing: { label: "Answered", says: "is answered; the agent is about to get the answer" },
    executed: { label: "Answered", says: "has its answer, which the agent can read" },
    failed: { label: "Failed", says: "has no answer for the agent" },
    outcome_unknown: { label: "Outcome unknown", says: "may have run; nobody knows yet" },
    rejected: { label: "Declined", says: "was declined" },
    refined: { label: "Sent back", says: "was sent back to the agent" },
    expired: { label: "Expired", says: "ran out of time" },
    cancelled: { label: "Withdrawn", says: "was withdrawn by the agent" },
  } satisfies Record<ActionStatus, StatusWords>,
  /** Completes "This action …". */
  approvedForLater: "is approved for later",
  failures: {
    stale: "What it would have changed was changed by someone else first.",
    forbidden: "The permission was missing when it was about to run.",
    invalid: "The tool did not accept the input.",
    tool_changed: "The tool's definition changed after this was proposed.",
    withdrawn: "The approval was withdrawn before it ran.",
    handler: "The tool reported an error.",
    timeout: "The tool exceeded its time limit.",
  } satisfies Record<FailureCode, string>,

  roles: {
    viewer: { label: "Viewer", says: "can read everything here, but decide nothing" },
    approver: { label: "Approver", says: "can read everything here and decide what agents propose" },
    admin: { label: "Admin", says: "can decide, and change tools, MCP servers, groups, keys and people" },
  } satisfies Record<Role, { label: string; says: string }>,
  /** Each is put before a name, as in “agent Support”. */
  principals: { agent: "agent", worker: "worker" },
  assignee: {
    you: "Assigned to you",
    other: (name: ReactNode) => <>Assigned to {name}</>,
  },
  said: {
    agent: { says: "Agent's note (unverified)", name: "The agent's own words" },
    asking: { says: "The agent asks", name: "The agent's question" },
    administrator: { says: "An administrator asks", name: "The administrator's question" },
    quoted: (says: string, text: ReactNode) => (
      <>
        {says}: “{text}”
      </>
    ),
  },

  risk: {
    names: RISK_NAMES as Record<Risk, string>,
    notRated: NOT_RATED,
    notVetted: NOT_VETTED,
    level: (risk: Risk) => `Risk level ${risk} of 5`,
    /** Option of a field in which a level is chosen. */
    choice: (risk: Risk) => `${risk}, ${RISK_NAMES[risk].toLowerCase()}`,
    notRatedTitle: "Nobody has rated the risk of this tool",
    notVettedTitle: "No administrator has looked at this tool, and its server is not trusted",
  },

  time: {
    justNow: "just now",
    underOneMinute: "in under a minute",
    now: "now",
    countdown: (time: string) => `in ${time}`,
    soon: "soon",
    units: {
      day: (amount: number) => count(amount, "day", "days"),
      hour: (amount: number) => count(amount, "hour", "hours"),
      minute: (amount: number) => count(amount, "minute", "minutes"),
      second: (amount: number) => count(amount, "second", "seconds"),
    },
  },
  days: {
    label: "Date",
    anyTime: "Any time",
    today: "Today",
    yesterday: "Yesterday",
    week: "Last 7 days",
    custom: "Custom",
    from: "From",
    to: "To",
    since: (day: string) => `From ${day}`,
    until: (day: string) => `Until ${day}`,
    range: (first: string, last: string) => `${first} to ${last}`,
  },

  requests: {
    noAnswer: "The server did not answer.",
    cutOff: "The server's answer was cut off.",
    unreadable: "The answer was not readable.",
    answered: (status: number) => `The server answered ${status}.`,
    notSentBack: "It was not sent back.",
  },

  /** Parts of an action that a verdict is based on. */
  parts: {
    preview: "What it would do",
    changes: "Changes",
    edits: "Edits",
    input: "Full input",
    question: "What the agent asks",
  },
  drawing: {
    drawing: (part: string) => `Drawing: ${part}`,
    failed: (part: string) => `“${part}” could not be drawn`,
    restIsWhole: "The rest of the page is complete.",
    notApprovedHere: "It cannot be approved here while this is missing.",
  },
  approval: {
    stopped: "Everything is stopped",
    stoppedWhy: "Everything is stopped. Nothing can be approved until an administrator lifts the stop.",
    covered: "Not fully visible: scroll to it, or open it in the inbox",
    faulty: (part: string) => `“${part}” could not be drawn, so it cannot be approved here`,
    missing: (part: string) => `Waiting until everything is shown: ${part}`,
    drawing: "Waiting until everything is shown",
  },
  shownChanges: {
    reading: "Loading changes",
    unread: (reason: string) => `What it changes could not be read: ${reason}`,
    changedSince: "It changed since it was selected.",
    notInFull: "Not shown in full.",
    showRest: "Show the rest of it below to make it part of the approval.",
    showAll: "Show all changes",
    showAllOf: (title: string) => `Show all changes: ${title}`,
    showAllOfAll: "Show all changes of all",
    leftOutTitle: (amount: number) => `${count(amount, "action", "actions")} not shown in full`,
    leftOut: "What is not shown in full is no part of an approval and goes on waiting.",
    leftOutNow: "What is not shown in full is no part of this approval and goes on waiting.",
  },

  /** Pages of the inbox, and what a person finds there. */
  places: {
    inbox: { label: "Inbox", about: "Actions that wait for a decision, and those that were decided" },
    chat: { label: "Chat", about: "Conversations with agents" },
    content: { label: "Content", about: "Documents, objects and files" },
    records: { label: "Records", about: "What agents saved for later" },
    insights: { label: "Insights", about: "How many actions, how fast they are decided, and how" },
    audit: { label: "Audit", about: "Everything that happened, in order" },
    settings: { label: "Settings", about: "Your own settings, and those of the workspace" },
    ownNotifications: { label: "Your notifications", about: "Which channels tell you, when, and the daily summary" },
    delegates: { label: "Delegates", about: "Colleagues who decide for you while you are away" },
    tokens: { label: "Personal tokens", about: "Tokens with which scripts act as you" },
    commandLine: { label: "Command line", about: "Sign in to the countersign command line" },
    tools: { label: "Tools", about: "Approval, risk, rules and time limits of each tool" },
    groups: { label: "Groups", about: "Sets of tools that agents get" },
    studio: { label: "Tool Studio", about: "Tools written here, run in a sandbox" },
    tryIt: { label: "Try it", about: "Call a tool as an agent would" },
    agents: { label: "Agents", about: "Agents, their keys, groups and risk limits" },
    keys: { label: "Keys", about: "Keys of workers, and personal tokens" },
    people: { label: "People", about: "Members, roles, teams, on call, invitations" },
    grants: { label: "Grants", about: "Standing approvals: calls that run without a person" },
    safety: { label: "Safety", about: "What runs without a person, and what was refused" },
    servers: { label: "MCP servers", about: "Servers whose tools pass through the gate" },
    services: { label: "Services", about: "Accounts of services, and on-call schedules" },
    channels: { label: "Notification channels", about: "Slack, Teams, mail, webhooks and devices" },
    contentTypes: { label: "Content types", about: "Types of content, folders and rights" },
    emergencyStop: { label: "Emergency stop", about: "Stop everything at once, or resume" },
  },
  /** Groups of settings. */
  placeGroups: {
    you: "You",
    tools: "Tools",
    agents: "Agents",
    people: "People",
    policies: "Policies",
    connections: "Connections",
    workspace: "Workspace",
  },
});
