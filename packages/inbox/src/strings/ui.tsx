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
  outOfDate: "May be out of date",
  closeNotice: "Close this notice",
  reloadPage: "Reload the page",
  search: "Search",
  clearSearch: "Clear the search",
  /** Name of the product; it is the same in every language. */
  countersign: "Countersign",
  noSuchPage: "Page not found",
  goToInbox: "Go to the inbox",
  copyDigest: (digest: string) => `Copy digest ${digest}`,
  revoked: (name: string) => `${name} (revoked)`,

  status: {
    pending: { label: "Waiting", says: "waits for a decision" },
    approved: { label: "Approved", says: "is approved and about to run" },
    executing: { label: "Running", says: "is running" },
    executed: { label: "Done", says: "has run" },
    failed: { label: "Failed", says: "failed" },
    outcome_unknown: { label: "Outcome unknown", says: "may have run; its outcome is unknown" },
    rejected: { label: "Rejected", says: "was rejected and never ran" },
    refined: { label: "Sent back", says: "was sent back to the agent and never ran" },
    expired: { label: "Expired", says: "expired and never ran" },
    cancelled: { label: "Withdrawn", says: "was withdrawn by its proposer and never ran" },
  } satisfies Record<ActionStatus, StatusWords>,
  questionStatus: {
    pending: { label: "Waiting", says: "waits for an answer" },
    approved: { label: "Answered", says: "has been answered; the agent will get the answer shortly" },
    executing: { label: "Answered", says: "has been answered; the agent will get the answer shortly" },
    executed: { label: "Answered", says: "has been answered; the agent can read the answer" },
    failed: { label: "Failed", says: "failed; the agent did not get an answer" },
    outcome_unknown: { label: "Outcome unknown", says: "may have been answered; its outcome is unknown" },
    rejected: { label: "Declined", says: "was declined" },
    refined: { label: "Sent back", says: "was sent back to the agent" },
    expired: { label: "Expired", says: "expired" },
    cancelled: { label: "Withdrawn", says: "was withdrawn by the agent" },
  } satisfies Record<ActionStatus, StatusWords>,
  /** Completes "This action …". */
  approvedForLater: "is approved for later",
  failures: {
    stale: "Someone else changed the target before the action ran.",
    forbidden: "A required permission was missing when the action was about to run.",
    invalid: "The tool did not accept the input.",
    tool_changed: "The tool's definition changed after the proposal.",
    withdrawn: "The approval was withdrawn before the run.",
    handler: "The tool reported an error.",
    timeout: "The tool exceeded its time limit.",
  } satisfies Record<FailureCode, string>,

  roles: {
    viewer: { label: "Viewer", says: "can read everything here, but cannot approve or reject anything" },
    approver: { label: "Approver", says: "can read everything here, and approve or reject what agents propose" },
    admin: { label: "Admin", says: "can approve and reject, and manage tools, MCP servers, groups, keys and people" },
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
    notVettedTitle: "No administrator has reviewed this tool, and its server is not trusted",
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
    noAnswer: "The server did not respond.",
    cutOff: "The server's response was cut off.",
    unreadable: "The server's response could not be read.",
    answered: (status: number) => `The server responded with status ${status}.`,
    notSentBack: "The action was not sent back.",
  },

  /** Parts of an action that a verdict is based on. */
  parts: {
    preview: "Preview",
    changes: "Changes",
    edits: "Edits",
    input: "Full input",
    question: "The agent's question",
  },
  drawing: {
    drawing: (part: string) => `Loading: ${part}`,
    failed: (part: string) => `“${part}” could not be displayed`,
    restIsWhole: "The rest of the page is complete.",
    notApprovedHere: "You cannot approve here while this part is missing.",
  },
  approval: {
    stopped: "Everything is stopped",
    stoppedWhy: "Everything is stopped. Nothing can be approved until an administrator lifts the stop.",
    covered: "Not fully visible: scroll, or open the action in the inbox",
    faulty: (part: string) => `“${part}” could not be displayed, so this cannot be approved here`,
    missing: (part: string) => `Waiting until everything is shown: ${part}`,
    drawing: "Waiting until everything is shown",
  },
  shownChanges: {
    reading: "Loading changes",
    unread: (reason: string) => `The changes could not be loaded: ${reason}`,
    changedSince: "The action changed since it was selected.",
    notInFull: "Not shown in full.",
    showRest: "Show the rest below to include this action in the approval.",
    showAll: "Show all changes",
    showAllOf: (title: string) => `Show all changes: ${title}`,
    showAllOfAll: "Show all changes in all actions",
    leftOutTitle: (amount: number) => `${count(amount, "action", "actions")} not shown in full`,
    leftOut: "Actions not shown in full are not part of an approval and stay in the inbox.",
    leftOutNow: "Actions not shown in full are not part of this approval and stay in the inbox.",
  },

  /** Pages of the inbox, and what a person finds there. */
  places: {
    inbox: { label: "Inbox", about: "Waiting and decided actions" },
    chat: { label: "Chat", about: "Conversations with agents" },
    content: { label: "Content", about: "Documents, objects and files" },
    records: { label: "Records", about: "Insights, recommendations and documents saved by agents" },
    insights: { label: "Insights", about: "Action counts, decision times and outcomes" },
    audit: { label: "Audit", about: "All events in chronological order" },
    settings: { label: "Settings", about: "Your own settings and the workspace's" },
    account: { label: "Password and sessions", about: "Change your password, sign out other browsers" },
    ownNotifications: { label: "Your notifications", about: "Channels, times and the daily summary" },
    delegates: { label: "Delegates", about: "Colleagues who decide for you while you are away" },
    tokens: { label: "Personal tokens", about: "Tokens for scripts that act as you" },
    commandLine: { label: "Command line", about: "Confirm a command-line sign-in" },
    tools: { label: "Tools", about: "Approval, risk, rules and time limits of each tool" },
    groups: { label: "Groups", about: "Sets of tools for agents" },
    studio: { label: "Tool Studio", about: "Write tools that run in a sandbox" },
    tryIt: { label: "Try it", about: "Call a tool as an agent would" },
    agents: { label: "Agents", about: "Agents, their keys, groups and risk limits" },
    keys: { label: "Keys", about: "Worker keys and personal tokens" },
    people: { label: "People", about: "Members, roles, teams, on call, invitations" },
    grants: { label: "Grants", about: "Standing approvals: calls approved in advance" },
    safety: { label: "Safety", about: "Calls without approval, rejections and risk signals" },
    servers: { label: "MCP servers", about: "MCP servers connected to Countersign" },
    services: { label: "Services", about: "Service accounts and on-call schedules" },
    channels: { label: "Notification channels", about: "Slack, Teams, mail, webhooks and devices" },
    contentTypes: { label: "Content types", about: "Content types, fields and folder permissions" },
    emergencyStop: { label: "Emergency stop", about: "Stop everything immediately, or resume" },
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
