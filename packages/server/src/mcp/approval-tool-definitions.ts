import { MAX_COMMENT_CHARACTERS } from "@countersign/protocol";
import { CHECKPOINT_TOOL_NAME } from "../core/tool-names.ts";

const READS = { readOnlyHint: true, openWorldHint: false };

export const WAIT_TOOL = {
  name: "approval_wait",
  title: "Wait for an approval",
  description:
    "Waits for a call that was queued for a person's approval and returns its outcome. If nobody has decided yet, the status is `queued` again; try again later. Returns at once if a person asks you a question about the call.",
  inputSchema: {
    type: "object",
    properties: {
      pendingActionId: { type: "string", description: "The id of the queued call" },
      waitSeconds: {
        type: "number",
        minimum: 0,
        description: "Maximum seconds to wait; at most 45, the default",
      },
    },
    required: ["pendingActionId"],
    additionalProperties: false,
  },
  annotations: READS,
};

export const LIST_TOOL = {
  name: "approval_list",
  title: "List open approvals",
  description:
    "Lists your calls that are pending, running, or ended with an outcome you have not received (newest first, at most 50), the proposals that people sent back and you have not proposed again, and people's questions about your calls.",
  inputSchema: { type: "object", properties: {}, additionalProperties: false },
  annotations: READS,
};

export const REPLY_TOOL = {
  name: "approval_reply",
  title: "Reply to a person about a call",
  description:
    "Replies to a person's question about one of your calls, once for each `comments` entry of an outcome. The call itself does not change.",
  inputSchema: {
    type: "object",
    properties: {
      pendingActionId: { type: "string", description: "The id of the call" },
      commentId: { type: "string", description: "The `id` of the comment" },
      text: {
        type: "string",
        minLength: 1,
        maxLength: MAX_COMMENT_CHARACTERS,
        description: "Your reply, for a person to read",
      },
    },
    required: ["pendingActionId", "commentId", "text"],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
};

export const CHECKPOINT_TOOL = {
  name: CHECKPOINT_TOOL_NAME,
  title: "Collect calls in a checkpoint",
  description:
    "Collects your pending calls in a checkpoint, which a person decides on in one step: propose the calls of a subtask first, then name them here. With `checkpointId` alone, returns whether a checkpoint was decided. High-risk calls are still decided one at a time.",
  inputSchema: {
    type: "object",
    properties: {
      label: { type: "string", minLength: 1, maxLength: 200, description: "Description of the subtask, for a person to read" },
      pendingActionIds: {
        type: "array",
        items: { type: "string" },
        minItems: 1,
        maxItems: 200,
        description: "Ids of queued calls; the whole batches of these calls are collected",
      },
      checkpointId: { type: "string", description: "Instead of the other parameters: the checkpoint to read" },
    },
    additionalProperties: false,
  },
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
};

/** The MCP server's own tools, as agents see them; `approval-tools.ts` answers them. */
export const APPROVAL_TOOL_DEFINITIONS = [WAIT_TOOL, LIST_TOOL, REPLY_TOOL, CHECKPOINT_TOOL];
