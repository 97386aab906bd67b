import { replySchema, text, type AskedOfAgent, type Outcome, type Refinements } from "@countersign/protocol";
import { z } from "zod";
import type { RpcResult } from "../core/json-rpc.ts";
import { LIST_TOOL, REPLY_TOOL, WAIT_TOOL } from "./approval-tool-definitions.ts";
import { refuseInput, type BuiltInTool } from "./built-in-tool.ts";
import { CHECKPOINT } from "./checkpoint-tool.ts";
import { ownTools } from "./call.ts";
import { holdCall } from "./hold-call.ts";
import { tellAsked, tellOutcomeOf, tellRefusal } from "./tell-outcome.ts";

const waitInput = z.strictObject({ pendingActionId: text(200).min(1), waitSeconds: z.number().min(0).optional() });
const listInput = z.strictObject({});
const replyInput = z.strictObject({
  pendingActionId: text(200).min(1),
  commentId: text(200).min(1),
  text: replySchema.shape.text,
});

/** The MCP server's own tools for the agent's own calls. `approval_wait` delivers an end, and `approval_reply` says something to a person. */
export const APPROVAL_TOOLS: readonly BuiltInTool[] = [
  {
    definition: WAIT_TOOL,
    async answer(call, sent) {
      const input = waitInput.safeParse(sent);
      if (!input.success) return refuseInput(input.error);
      const { pendingActionId, waitSeconds = Infinity } = input.data;
      const held = await holdCall(call, pendingActionId, Math.min(waitSeconds, call.context.holdSeconds), "end");
      if (held === "gone") return undefined;
      if (!held.ok) return tellRefusal(held.refusal);
      return tellOutcomeOf((await ownTools(call)).byName.get(held.value.toolName), held.value);
    },
  },
  {
    definition: LIST_TOOL,
    async answer({ context, principal }, sent) {
      const input = listInput.safeParse(sent);
      if (!input.success) return refuseInput(input.error);
      const untold = await context.engine.heldCalls.undelivered(principal);
      if (!untold.ok) return tellRefusal(untold.refusal);
      const sentBack = await context.engine.actions.refinements(principal, {});
      if (!sentBack.ok) return tellRefusal(sentBack.refusal);
      const asked = await context.engine.comments.asked(principal);
      return asked.ok ? tellList(untold.value, sentBack.value, asked.value) : tellRefusal(asked.refusal);
    },
  },
  {
    definition: REPLY_TOOL,
    async answer({ context, principal }, sent) {
      const input = replyInput.safeParse(sent);
      if (!input.success) return refuseInput(input.error);
      const { pendingActionId, commentId, text: words } = input.data;
      const replied = await context.engine.comments.reply(principal, pendingActionId, commentId, { text: words });
      return replied.ok
        ? {
            content: [{ type: "text", text: "People see your reply beside the call. The call itself does not change." }],
            structuredContent: { pendingActionId, commentId },
          }
        : tellRefusal(replied.refusal);
    },
  },
  CHECKPOINT,
];

/**
 * Omits results, because a list delivers no end; `approval_wait` does, once. Refinements are listed each time until they are
 * proposed again; their inputs are the agent's own and not repeated.
 */
function tellList(
  outcomes: readonly Outcome[],
  { message, items: sentBack, more }: Refinements,
  asked: readonly (AskedOfAgent & { pendingActionId: string })[],
): RpcResult {
  const items = outcomes.map(({ pendingActionId, toolName, status, message }) => ({
    pendingActionId,
    toolName,
    status,
    message,
  }));
  const lines = items.map(({ pendingActionId, toolName, status }) => `${pendingActionId} ${toolName}: ${status}`);
  const listed = lines.length === 0 ? "Nothing waits." : lines.join("\n");
  const named = sentBack.map(({ toolInput: _own, ...item }) => item);
  const questions = asked.flatMap((one) => [`About ${one.pendingActionId}:`, ...tellAsked([one])]);
  const parts = [listed, ...(sentBack.length > 0 ? [message] : []), ...(asked.length > 0 ? [questions.join("\n")] : [])];
  return {
    content: [{ type: "text", text: parts.join("\n\n") }],
    structuredContent: {
      items,
      ...(sentBack.length > 0 && { refinements: { message, items: named, more } }),
      ...(asked.length > 0 && { comments: asked.map((one) => ({ ...one })) }),
    },
  };
}
