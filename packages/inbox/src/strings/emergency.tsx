import { catalogue } from "./catalogue.ts";

export const strings = catalogue("emergency", {
  title: "Emergency stop",
  isStopped: "Everything is stopped",
  notStopped: "Nothing was stopped",
  perhapsNotStopped: "Perhaps nothing was stopped",
  notKnown: "Nobody knows whether everything is stopped",
  reading: "Reading",
  /** The button on every page; it has little room. */
  button: {
    stop: "Stop",
    stopped: "Stopped",
    stopping: "Stopping…",
    keepHolding: "Keep holding…",
    hint: "Emergency stop: hold to stop everything, click to read what it does",
  },
  running: {
    meaning: "Nothing is stopped. If an agent does harm, stop it here first and look for the cause after.",
    nothingBegins: "Nothing that is approved begins, here or in a worker. It ends as failed, without having run.",
    runningIsTold: "Running actions are told to stop; effects so far remain.",
    nothingApproved: "Nothing can be approved. Agents can go on proposing; their proposals wait.",
    whoLifts: "Only an administrator lifts it. Cancelled actions stay cancelled; you can retry them one by one.",
    reason: "Reason",
    reasonMeaning: "Optional. Everybody sees it, on every page.",
    stopEverything: "Stop everything",
    whoStops: "A person with the role approver or admin can stop everything.",
  },
  stopped: {
    meaning: "Nothing runs, and nothing can be approved. What waits can be rejected or sent back.",
    note: "What was done?",
    noteMeaning: "For the record; may be left empty",
    notLifted: "The stop was not lifted",
    lift: "Resume everything",
    whoLifts: "Only an administrator can lift the stop.",
  },
});
