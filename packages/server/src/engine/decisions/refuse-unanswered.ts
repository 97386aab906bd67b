import { ANSWER, type JsonObject } from "@countersign/protocol";
import { isAnswered, isQuestion } from "../../core/questions.ts";
import { refuse, type Refusal } from "../../core/refusal.ts";
import type { StoredAction } from "../../store/statements/read-actions.ts";

/** Refuses to approve a question without an answer: the agent would be told nothing. */
export function refuseUnanswered(
  row: Pick<StoredAction, "toolName" | "source" | "effectiveInput">,
): { ok: false; refusal: Refusal } | undefined {
  if (!isQuestion(row) || isAnswered(JSON.parse(row.effectiveInput) as JsonObject)) return undefined;
  const errors = [{ path: `/userEdits/${ANSWER}`, message: "is required" }];
  return refuse("INVALID_INPUT", "This is a question. Answer it with an edit under the key `answer`.", { errors });
}
