import type { ActionStatus } from "@countersign/protocol";
import { partNames } from "../../../ui/action-parts.ts";

const GIVEN: ReadonlySet<ActionStatus> = new Set(["approved", "executing", "executed"]);

/** Heading of a question, which says whether the agent gets the answer below it. */
export function questionHeading(status: ActionStatus, isAnswered: boolean): string {
  if (!isAnswered) return partNames().question;
  if (GIVEN.has(status)) return "Question and answer";
  return status === "pending" ? "Question and proposed answer" : "Question and the answer that was not given";
}

/** Whether the title has the whole question, as it is: a title is one line. */
export const isInTitle = (question: string, title: string): boolean =>
  title === `Question: ${question}` && !question.includes("\n");
