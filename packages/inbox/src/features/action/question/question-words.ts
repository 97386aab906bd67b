import type { ActionStatus } from "@countersign/protocol";
import { strings } from "../../../strings/question.tsx";
import { partNames } from "../../../ui/action-parts.ts";

const GIVEN: ReadonlySet<ActionStatus> = new Set(["approved", "executing", "executed"]);

/** Heading of a question, which says whether the agent gets the answer below it. */
export function questionHeading(status: ActionStatus, isAnswered: boolean): string {
  if (!isAnswered) return partNames().question;
  if (GIVEN.has(status)) return strings.heading.answered;
  return status === "pending" ? strings.heading.proposed : strings.heading.notGiven;
}

/** The server's title of a question, in English. */
const TITLE = /^Question: (.*)$/s;

/** Whether the title has the whole question, as it is: a title is one line. */
export const isInTitle = (question: string, title: string): boolean =>
  TITLE.exec(title)?.[1] === question && !question.includes("\n");
