import type { Outcome } from "@countersign/protocol";
import { CountersignProblem, CountersignUnreachable, InvalidToolInput, type Issue } from "../errors.ts";

/** Nothing was stored: the input does not fit (`refused`), or the gate did not answer (`unavailable`). In neither case did the tool run. */
export interface Refusal {
  status: "refused" | "unavailable";
  pendingActionId: null;
  toolName: string;
  message: string;
  errors?: readonly Issue[];
}

/** What a gated tool answers its model: `status` is distinct for every outcome, `message` says it in a sentence. */
export type ToolAnswer = Outcome | Refusal;

/** True for answers that a framework should mark as an error: the call was made and its effect will not come. */
export const isNo = ({ status }: ToolAnswer): boolean =>
  status !== "executed" && status !== "queued" && status !== "approved" && status !== "executing";

/** What a failed proposal is to the model. Faults of the set-up (keys, names, rights) are the developer's and are thrown on. */
export function refusalOf(toolName: string, error: unknown): Refusal {
  if (error instanceof CountersignUnreachable) {
    const message = "The approval gate did not answer. The call has NOT run; a person may still find it waiting.";
    return { status: "unavailable", pendingActionId: null, toolName, message };
  }
  if (error instanceof InvalidToolInput) return refused(toolName, error.issues);
  if (error instanceof CountersignProblem && error.code === "INVALID_INPUT") return refused(toolName, error.errors);
  throw error;
}

const refused = (toolName: string, errors: readonly Issue[]): Refusal => ({
  status: "refused",
  pendingActionId: null,
  toolName,
  message: "The input does not fit the tool; nothing was stored and nothing has run. Correct what `errors` names.",
  errors,
});
