import { catalogue } from "./catalogue.ts";

export const strings = catalogue("emergency", {
  title: "Emergency stop",
  isStopped: "Everything is stopped",
  notStopped: "Nothing was stopped",
  perhapsNotStopped: "The stop may have failed",
  notKnown: "It is not known whether everything is stopped",
  reading: "Loading",
  /** The button on every page; it has little room. */
  button: {
    stop: "Stop",
    stopped: "Stopped",
    stopping: "Stopping…",
    keepHolding: "Keep holding…",
    hint: "Emergency stop: hold to stop everything, click for details",
  },
  running: {
    meaning: "Everything is running normally. If an agent causes harm, stop everything first, then look for the cause.",
    nothingBegins: "No approved action is started, either on the server or in a worker. Approved actions fail without running.",
    runningIsTold: "Running actions are asked to stop. Effects that have already occurred are not undone.",
    nothingApproved: "Nothing can be approved. Agents can still propose; their proposals wait.",
    whoLifts: "Only an administrator can lift the stop. Stopped actions stay failed; you can retry them one by one.",
    reason: "Reason",
    reasonMeaning: "Optional. Everyone sees the reason on every page.",
    stopEverything: "Stop everything",
    whoStops: "Approvers and admins can stop everything.",
  },
  stopped: {
    meaning: "Nothing runs, and nothing can be approved. Waiting actions can be rejected or sent back.",
    note: "What was done? (optional)",
    noteMeaning: "Recorded in the audit log",
    notLifted: "The stop was not lifted",
    lift: "Resume everything",
    whoLifts: "Only an administrator can lift the stop.",
  },
});
