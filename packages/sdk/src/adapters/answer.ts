import type { Outcome } from "@countersign/protocol";
import { CountersignProblem, CountersignUnreachable, InvalidToolInput, type Issue } from "../errors.ts";

/** The tool did not run: invalid input (`refused`, nothing stored) or no response (`unavailable`, possibly stored). */
export interface Refusal {
  status: "refused" | "unavailable";
  pendingActionId: null;
  toolName: string;
  message: string;
  errors?: readonly Issue[];
}

/** Answer of a gated tool to its model. `status` is distinct for every outcome; `message` is a sentence for the model. */
export type ToolAnswer = Outcome | Refusal;

/** True for answers that a framework should mark as an error: the call will not take effect. */
export const isNo = ({ status }: ToolAnswer): boolean =>
  status !== "executed" && status !== "queued" && status !== "approved" && status !== "executing";

/** Converts a failed proposal into an answer for the model. Rethrows setup errors (keys, names, rights) for the developer. */
export function refusalOf(toolName: string, error: unknown): Refusal {
  if (error instanceof CountersignUnreachable) {
    const message = "Countersign did not respond. The call has NOT run, but it may still be waiting for a person's approval.";
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
  message:
    "The input is not valid for the tool. Nothing was stored, and nothing has run. Correct the parts listed in `errors`.",
  errors,
});
