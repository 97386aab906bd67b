import type { CallToolResult } from "@modelcontextprotocol/server";
import { isJsonObject, type Json, type Outcome } from "@countersign/protocol";
import type { Refusal } from "../core/refusal.ts";

/** An error is whatever did not run as asked and will not by waiting; what is still open is an answer, not an error. */
const IS_ERROR = {
  queued: false,
  pending: false,
  approved: false,
  executing: false,
  executed: false,
  failed: true,
  outcome_unknown: true,
  rejected: true,
  refined: true,
  expired: true,
  cancelled: true,
} as const satisfies Record<Outcome["status"], boolean>;

const IS_OPEN: ReadonlySet<Outcome["status"]> = new Set(["queued", "pending", "approved", "executing"]);

const inText = (value: Json): string => (typeof value === "string" ? value : JSON.stringify(value, null, 2));

/** What the model reads about a gated call; `structuredContent` is the same as data. */
export function tellOutcome(outcome: Outcome): CallToolResult {
  const { status, pendingActionId, error, reason, feedback, effectiveInput, result } = outcome;
  const lines = [outcome.message];
  if (IS_OPEN.has(status)) {
    lines.push(
      `pendingActionId: ${pendingActionId}. Ask again with approval_wait, or by the same call: a person is asked only once.`,
    );
  }
  if (reason !== undefined) lines.push(`Reason: ${reason}`);
  if (feedback !== undefined) lines.push(`Feedback: ${feedback}`);
  if (error) lines.push(`Error (${error.code}): ${error.message}`);
  if (effectiveInput) lines.push(`A person changed the input. Approved was: ${JSON.stringify(effectiveInput)}`);
  if (status === "executed") lines.push(`Result: ${inText(result ?? null)}`);
  return { content: [{ type: "text", text: lines.join("\n") }], structuredContent: outcome, isError: IS_ERROR[status] };
}

/** A tool that only reads answers with its own result. */
export const tellResult = (result: Json): CallToolResult => ({
  content: [{ type: "text", text: inText(result) }],
  ...(isJsonObject(result) && { structuredContent: result }),
});

/** A refused call, as a result: a model can mend its input, an error of the protocol it would never see. */
export function tellRefusal({ code, detail, errors }: Pick<Refusal, "code" | "detail" | "errors">): CallToolResult {
  const faults = (errors ?? []).map(({ path, message }) => `${path}: ${message}`);
  return {
    content: [{ type: "text", text: ["Nothing has run.", detail, ...faults].join("\n") }],
    structuredContent: { status: "refused", code, detail, ...(errors && { errors }) },
    isError: true,
  };
}
