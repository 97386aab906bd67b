import type { CheckpointResult } from "@countersign/protocol";
import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";
import { count, numberWords } from "./count.ts";

type Result = Pick<CheckpointResult, "approved" | "rejected" | "skipped" | "excluded">;

const actions = (amount: number): string => count(amount, "action", "actions");

export const strings = catalogue("checkpoints", {
  reading: "Reading the checkpoint",
  notRead: "This checkpoint could not be read",
  kicker: "Checkpoint, in the agent's words",
  openedBy: (name: ReactNode, time: ReactNode) => (
    <>
      {name} opened it {time}.
    </>
  ),
  openedInMission: (name: ReactNode, time: ReactNode, mission: ReactNode) => (
    <>
      {name} opened it {time} in mission {mission}.
    </>
  ),
  nothingProposed: "Nothing has been proposed under it yet.",
  actions: "Actions of the checkpoint",
  decideOn: (title: string) => `Decide on: ${title}`,
  decidedAlone: {
    title: (amount: number, allVetted: boolean) =>
      `${actions(amount)} of high risk${allVetted ? "" : " or not vetted"} among them`,
    meaning: (maxRisk: number) =>
      `Actions above risk L${maxRisk} or of tools that are not vetted are no part of this decision: open each and decide on it by itself.`,
  },
  decision: {
    label: "Decision",
    comment: "Comment",
    commentMeaning: "With a rejection the agent reads it as the reason",
    reject: (amount: number) => `Reject ${actions(amount)}`,
    approve: (amount: number) => `Approve ${actions(amount)}`,
    nothingTicked: "Select at least one action",
    nothingShown: "Nothing here is shown in full yet",
  },
  outcome: {
    approved: "Approved together",
    rejected: "Rejected together",
    decidedBy: (name: ReactNode, time: ReactNode) => (
      <>
        {name}, {time}. Each action says what became of it.
      </>
    ),
    title: "Results",
    result: ({ approved, rejected, skipped, excluded }: Result) =>
      `${numberWords(approved)} approved, ${numberWords(rejected)} rejected, ${numberWords(skipped)} skipped, ${numberWords(excluded.length)} left as they are.`,
    someWait: "Some still wait; the checkpoint stays open.",
    nothingDecided: "Nothing was decided",
  },
});
