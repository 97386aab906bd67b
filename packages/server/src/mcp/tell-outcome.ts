import { isJsonObject, type AskedOfAgent, type Json, type JsonObject, type Outcome } from "@countersign/protocol";
import type { GatewayTool } from "../core/gateway-tool.ts";
import type { RpcResult } from "../core/json-rpc.ts";
import { isOpen } from "../core/open-outcome.ts";
import type { Refusal } from "../core/refusal.ts";
import { refusalWords } from "../core/refusal-words.ts";

/** An error is a call that did not run as asked and will not by waiting; an open call is no error. */
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

const inText = (value: Json): string => (typeof value === "string" ? value : JSON.stringify(value, null, 2));
const changed = (input: JsonObject): string => `A person changed the input. The approved input is: ${JSON.stringify(input)}`;

/** Text for the model about a gated call; `structuredContent` holds the same as data. */
export function tellOutcome(outcome: Outcome): RpcResult {
  const { status, pendingActionId, proposalIds, items = [], comments = [] } = outcome;
  const lines = [...linesOf(outcome), ...tellAsked(comments)];
  if (proposalIds?.length) {
    lines.push(
      `proposalIds: ${proposalIds.join(", ")}. Ask for each with approval_wait or repeat the same call; only one approval is requested.`,
    );
  } else if (isOpen(outcome) && pendingActionId !== null) {
    lines.push(
      `pendingActionId: ${pendingActionId}. Ask again with approval_wait or repeat the same call; only one approval is requested.`,
    );
  }
  for (const item of items) {
    const named = item.pendingActionId === null ? "" : `, pendingActionId ${item.pendingActionId}`;
    lines.push(`Call ${item.index}${named}: ${item.status}`, ...linesOf(item));
  }
  return {
    content: [{ type: "text", text: lines.join("\n") }],
    structuredContent: outcome as unknown as JsonObject,
    isError: IS_ERROR[status],
  };
}

/** What people ask the agent, with how to reply; no line if they ask nothing. */
export const tellAsked = (comments: readonly AskedOfAgent[]): string[] => [
  ...comments.map(({ id, from, text }) => `${from} asks you about this call (commentId ${id}): ${text}`),
  ...(comments.length > 0
    ? ["Reply with approval_reply. The question is not a decision: nothing was approved or rejected."]
    : []),
];

function linesOf(outcome: Outcome): string[] {
  const { status, error, reason, feedback, effectiveInput, result, proposalIds } = outcome;
  const lines = [outcome.message];
  if (reason !== undefined) lines.push(`Reason: ${reason}`);
  if (feedback !== undefined) lines.push(`Feedback: ${feedback}`);
  if (error) lines.push(`Error (${error.code}): ${error.message}`);
  if (effectiveInput) lines.push(changed(effectiveInput));
  if (status === "executed" && !proposalIds) lines.push(`Result: ${inText(result ?? null)}`);
  return lines;
}

/**
 * Like `tellOutcome`, for a tool of an upstream: passes on the upstream's result whole, as without a gate. If a person changed
 * the input, or asks something, a note about that comes first.
 */
export function tellUpstreamOutcome(outcome: Outcome): RpcResult {
  const { status, effectiveInput } = outcome;
  const answered = outcome.result ?? null;
  const isWhole = isJsonObject(answered) && Array.isArray(answered["content"]);
  if ((status !== "executed" && status !== "failed") || !isWhole) return tellOutcome(outcome);
  const content = answered["content"] as Json[];
  const notes = [...(effectiveInput ? [changed(effectiveInput)] : []), ...tellAsked(outcome.comments ?? [])];
  return notes.length > 0 ? { ...answered, content: [...notes.map((text) => ({ type: "text", text })), ...content] } : answered;
}

export const tellOutcomeOf = (tool: Pick<GatewayTool, "definition"> | undefined, outcome: Outcome): RpcResult =>
  tool?.definition ? tellUpstreamOutcome(outcome) : tellOutcome(outcome);

/** Result of a tool that only reads: its own result. */
export const tellResult = (result: Json): RpcResult => ({
  content: [{ type: "text", text: inText(result) }],
  ...(isJsonObject(result) && { structuredContent: result }),
});

/** Returns a refused call as a tool result, so that a model can correct its input; it would never see a protocol error. */
export function tellRefusal({ code, detail, errors }: Pick<Refusal, "code" | "detail" | "errors">): RpcResult {
  return {
    content: [{ type: "text", text: refusalWords({ detail, ...(errors && { errors }) }) }],
    structuredContent: { status: "refused", code, detail, ...(errors && { errors: [...errors] }) },
    isError: true,
  };
}
