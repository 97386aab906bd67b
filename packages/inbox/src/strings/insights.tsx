import { catalogue } from "./catalogue.ts";
import { count, numberWords } from "./count.ts";

const parts = {
  executed: "Done",
  declined: "Rejected, sent back or withdrawn",
  expired: "Expired",
  failed: "Failed or unknown",
  open: "Waiting or running",
};

export const strings = catalogue("insights", {
  title: "Insights",
  unread: "The figures could not be loaded",
  reading: "Loading figures",
  howMany: "Period",
  days: (days: number) => count(days, "day", "days"),
  says: (days: number) => `Proposals from the last ${count(days, "day", "days")} and their outcomes. Days are in UTC.`,
  showTable: "Show as a table",
  hideTable: "Hide the table",
  figures: {
    proposed: "Proposed",
    proposedSays: (pending: number, byPolicy: number) =>
      `${numberWords(pending)} pending, ${numberWords(byPolicy)} needed no approval`,
    waiting: "Waiting time",
    nineOfTen: (time: string) => `90% within ${time}`,
    deciding: "Decision time",
    whereMeasured: "measured only for decisions in the inbox",
    decidingSays: (time: string, measured: number) =>
      `median time on screen; 90% within ${time}; ${numberWords(measured)} measured`,
    approved: "Approved",
    approvedSays: (approved: number, rejected: number, sentBack: number) =>
      `${numberWords(approved)} approved, ${numberWords(rejected)} rejected, ${numberWords(sentBack)} sent back`,
    edited: "Edited before approval",
    editedSays: (edited: number, approved: number) => `${numberWords(edited)} of ${numberWords(approved)} approvals`,
    running: "Run time",
    expired: "Expired",
    expiredSays: "not decided in time",
    failed: "Failed",
    failedSays: (ended: number) => `of ${numberWords(ended)} that ran`,
    unknown: "Outcome unknown",
    unknownSays: "a person has to check what happened",
  },
  byDay: {
    title: "By day",
    chart: (proposals: number, days: number, highest: number) =>
      `${count(proposals, "proposal", "proposals")} in ${days} days, at most ${numberWords(highest)} on one day; the table lists every day`,
    parts,
    column: (day: string, proposed: number, ended: readonly (readonly [part: keyof typeof parts, proposals: number])[]) =>
      [
        `${day}: ${numberWords(proposed)} proposed`,
        ...ended.map(([part, proposals]) => `${parts[part].toLowerCase()} ${numberWords(proposals)}`),
      ].join(", "),
    table: "Table of days",
    day: "Day",
    proposed: "Proposed",
  },
  times: {
    title: "Waiting and decision times",
    waiting: "Waiting time",
    waitingSays: "median, from the proposal to the decision",
    deciding: "Decision time",
    decidingSays: "median, from first display to the decision",
    nothingMeasured: "No measurements in this period.",
    chart: (measure: string, measured: number, days: number, highest: string) =>
      `${measure}: ${measured} of ${days} days measured, at most ${highest}; the table lists every day`,
    table: "Table of times",
    columns: {
      day: "Day",
      medianWait: "Median waiting time",
      longWait: "Waiting time, 90th percentile",
      medianDecision: "Median decision time",
      longDecision: "Decision time, 90th percentile",
      measured: "Measured decisions",
    },
  },
  verdicts: {
    asProposed: "Approved as proposed",
    edited: "Approved with edits",
    refined: "Sent back",
    rejected: "Rejected",
  },
  bars: {
    ofAll: (verdict: string, decisions: number, all: number) => `${verdict}: ${numberWords(decisions)} of ${numberWords(all)}`,
    approvalRate: (rate: string, decisions: number) => `${rate} of ${numberWords(decisions)} approved`,
    more: (rows: number) => `The table shows all ${numberWords(rows)} rows, including those without decisions.`,
  },
  groups: {
    tool: { title: "By tool", name: "Tool", table: "Table by tool", shares: "Shares of decisions, by tool" },
    agent: { title: "By agent", name: "Agent", table: "Table by agent", shares: "Shares of decisions, by agent" },
    person: { title: "By person", name: "Person", table: "Table by person", shares: "Shares of decisions, by person" },
  },
  personSays:
    "Decisions by each person. Waiting time starts with the proposal. Decision time starts when the person's browser first displays the action.",
  columns: {
    proposed: "Proposed",
    decided: "Decided",
    approved: "Approved",
    edited: "Edited before approval",
    rejected: "Rejected",
    refined: "Sent back",
    expired: "Expired",
    failed: "Failed",
    unknown: "Outcome unknown",
    medianWait: "Median waiting time",
    longWait: "Waiting time, 90th percentile",
    medianDecision: "Median decision time",
    medianRun: "Median run time",
  },
});
