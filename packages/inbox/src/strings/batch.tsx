import type { BatchResult } from "@countersign/protocol";
import { catalogue } from "./catalogue.ts";
import { count, numberWords } from "./count.ts";

const actions = (amount: number): string => count(amount, "action", "actions");

/** Strings of the dialog that decides several actions; the first page does not show them. */
export const strings = catalogue("batch", {
  outcome: {
    title: "Results",
    list: "Outcomes",
    words: {
      approved: "Approved",
      voted: "Approved; more approvals needed",
      rejected: "Rejected",
      refined: "Sent back",
      skipped: "Skipped",
    } satisfies Record<BatchResult["results"][number]["outcome"], string>,
    decided: (amount: number, skipped: number) =>
      `${actions(amount)} decided${skipped > 0 ? `, ${numberWords(skipped)} skipped` : ""}.`,
    notDecided: (amount: number) => `${actions(amount)} may not have been decided`,
    unsure: (amount: number) => `The server did not confirm ${count(amount, "decision", "decisions")}.`,
    sendingAgainIsSafe:
      "You can safely send these decisions again: nothing is decided twice. Undecided actions stay in the inbox.",
    notKnown: "Unknown",
    notSent: "Not sent",
    /** Reason of an action that was skipped, where the server gives none. */
    noReason: "Not decided",
    sendAgain: (amount: number) => `Send ${count(amount, "decision", "decisions")} again`,
  },
  withheld: {
    risky: (amount: number, allVetted: boolean) =>
      `${actions(amount)} not included: ${allVetted ? "high risk" : "high risk or tool not vetted"}`,
    riskyMeaning: (amount: number): string =>
      amount === 1
        ? "To approve this action, open and read it. It cannot be approved in a batch."
        : "To approve these actions, open and read each of them. They cannot be approved in a batch.",
    questions: (amount: number) => `${count(amount, "question", "questions")} not included`,
    questionsMeaning: (amount: number): string =>
      amount === 1 ? "Open the question to answer it." : "Open each question to answer it.",
    decidedMeanwhile: (amount: number) => `${actions(amount)} already decided`,
    decidedMeaning: "No longer part of this decision.",
  },
});
