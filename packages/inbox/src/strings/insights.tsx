import { catalogue } from "./catalogue.ts";
import { count, numberWords } from "./count.ts";

const parts = {
  executed: "Ran",
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
  says: (days: number) => `Proposals of the last ${count(days, "day", "days")} and their outcomes. Days are UTC.`,
  showTable: "Show as a table",
  hideTable: "Hide the table",
  figures: {
    proposed: "Proposed",
    proposedSays: (pending: number, byPolicy: number) =>
      `${numberWords(pending)} pending, ${numberWords(byPolicy)} needed no approval`,
    waiting: "Waiting time",
    nineOfTen: (time: string) => `9 of 10 within ${time}`,
    deciding: "Time to decide",
    whereMeasured: "measured for decisions in the inbox",
    decidingSays: (time: string, measured: number) =>
      `median time on screen; 9 of 10 within ${time}, ${numberWords(measured)} measured`,
    approved: "Approved",
    approvedSays: (approved: number, rejected: number, sentBack: number) =>
      `${numberWords(approved)} approved, ${numberWords(rejected)} rejected, ${numberWords(sentBack)} sent back`,
    edited: "Edited first",
    editedSays: (edited: number, approved: number) => `${numberWords(edited)} of ${numberWords(approved)} approvals`,
    running: "Time to run",
    expired: "Expired",
    expiredSays: "not decided in time",
    failed: "Failed",
    failedSays: (ended: number) => `of ${numberWords(ended)} that ran`,
    unknown: "Outcome unknown",
    unknownSays: "a person has to check what happened",
  },
  byDay: {
    title: "Day by day",
    chart: (proposals: number, days: number, highest: number) =>
      `${count(proposals, "proposal", "proposals")} in ${days} days, at most ${numberWords(highest)} on one day; see the table for each day`,
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
    title: "How long it took",
    waiting: "Waiting time",
    waitingSays: "median, from the proposal",
    deciding: "Time to decide",
    decidingSays: "median, from first display",
    nothingMeasured: "No measurements in this period.",
    chart: (measure: string, measured: number, days: number, highest: string) =>
      `${measure}: ${measured} of ${days} days measured, at most ${highest}; see the table for each day`,
    table: "Table of times",
    columns: {
      day: "Day",
      medianWait: "Median wait",
      longWait: "9 of 10 waited less",
      medianDecision: "Median decision",
      longDecision: "9 of 10 decided within",
      measured: "Decisions measured",
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
    approvalRate: (rate: string, decisions: number) => `${rate} of ${count(decisions, "decision", "decisions")}`,
    more: (rows: number) => `The table shows all ${numberWords(rows)}, including those without decisions.`,
  },
  groups: {
    tool: { title: "By tool", name: "Tool", table: "Table by tool", shares: "Shares of decisions, by tool" },
    agent: { title: "By agent", name: "Agent", table: "Table by agent", shares: "Shares of decisions, by agent" },
    person: { title: "By person", name: "Person", table: "Table by person", shares: "Shares of decisions, by person" },
  },
  personSays:
    "Decisions of each person. Waiting time counts from the proposal; decision time from when the person's browser first displayed the action.",
  columns: {
    proposed: "Proposed",
    decided: "Decided",
    approved: "Approved",
    edited: "Edited first",
    rejected: "Rejected",
    refined: "Sent back",
    expired: "Expired",
    failed: "Failed",
    unknown: "Unknown",
    medianWait: "Median wait",
    longWait: "9 of 10 waited less",
    medianDecision: "Median decision",
    medianRun: "Median run",
  },
});
