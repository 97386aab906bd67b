import type { CheckpointResult } from "@countersign/protocol";
import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";
import { count, numberWords } from "./count.ts";

type Result = Pick<CheckpointResult, "approved" | "rejected" | "skipped" | "excluded">;

const actions = (amount: number): string => count(amount, "action", "actions");

export const strings = catalogue("checkpoints", {
  reading: "Loading the checkpoint",
  notRead: "The checkpoint could not be loaded",
  kicker: "Checkpoint (described by the agent)",
  openedBy: (name: ReactNode, time: ReactNode) => (
    <>
      Opened by {name} {time}.
    </>
  ),
  openedInMission: (name: ReactNode, time: ReactNode, mission: ReactNode) => (
    <>
      Opened by {name} {time} in mission {mission}.
    </>
  ),
  nothingProposed: "Nothing has been proposed in this checkpoint yet.",
  actions: "Actions in the checkpoint",
  decideOn: (title: string) => `Include in the decision: ${title}`,
  decidedAlone: {
    title: (amount: number, allVetted: boolean) =>
      `${actions(amount)} with high risk${allVetted ? "" : " or from unvetted tools"} must be decided separately`,
    meaning: (maxRisk: number) =>
      `Actions above risk level L${maxRisk} or from unvetted tools are not part of this decision. Open each one to decide on it.`,
  },
  decision: {
    label: "Decision",
    comment: "Comment",
    commentMeaning: "If you reject the actions, the agent gets this comment as the reason",
    reject: (amount: number) => `Reject ${actions(amount)}`,
    approve: (amount: number) => `Approve ${actions(amount)}`,
    nothingTicked: "Select at least one action",
    nothingShown: "No action has been shown in full yet",
  },
  outcome: {
    approved: "Approved together",
    rejected: "Rejected together",
    decidedBy: (name: ReactNode, time: ReactNode) => (
      <>
        {name}, {time}. Each action shows its own result.
      </>
    ),
    title: "Results",
    result: ({ approved, rejected, skipped, excluded }: Result) =>
      `${numberWords(approved)} approved, ${numberWords(rejected)} rejected, ${numberWords(skipped)} skipped, ${numberWords(excluded.length)} left undecided.`,
    someWait: "Some actions are still waiting, so the checkpoint stays open.",
    nothingDecided: "Nothing was decided",
  },
});
