import { MAX_COMMENT_CHARACTERS } from "@countersign/protocol";

const READS = { readOnlyHint: true, openWorldHint: false };

export const WAIT_TOOL = {
  name: "approval_wait",
  title: "Wait for an approval",
  description:
    "Waits for a call that was queued for a person's approval, and tells how it ended. An answer may again be `queued`: nobody has decided yet, ask again later. It comes at once if a person asks you something about the call.",
  inputSchema: {
    type: "object",
    properties: {
      pendingActionId: { type: "string", description: "The id from the queued answer" },
      waitSeconds: {
        type: "number",
        minimum: 0,
        description: "How long to wait for an end; at most 45, which is the default",
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
    "Lists your own calls that wait for a person, run, or ended without your having been told (newest first, at most 50), what people sent back that you have not proposed again yet, and what they ask you about your calls.",
  inputSchema: { type: "object", properties: {}, additionalProperties: false },
  annotations: READS,
};

export const REPLY_TOOL = {
  name: "approval_reply",
  title: "Reply to a person about a call",
  description:
    "Replies to what a person asked about one of your calls, once for each `comments` entry of an outcome. It changes nothing about the call.",
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
  name: "approval_checkpoint",
  title: "Put several calls to one decision",
  description:
    "Collects calls of yours that wait into one checkpoint, which a person decides on in one step: propose the calls of a subtask first, then name them here. With `checkpointId` alone, tells whether a checkpoint was decided. Calls of high risk are decided one at a time nevertheless.",
  inputSchema: {
    type: "object",
    properties: {
      label: { type: "string", minLength: 1, maxLength: 200, description: "What the subtask is, for a person to read" },
      pendingActionIds: {
        type: "array",
        items: { type: "string" },
        minItems: 1,
        maxItems: 200,
        description: "Ids from queued answers; the batches they are in are collected whole",
      },
      checkpointId: { type: "string", description: "Instead of the others: a checkpoint to look at" },
    },
    additionalProperties: false,
  },
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
};

/** The MCP server's own tools, as agents see them; `approval-tools.ts` answers them. */
export const APPROVAL_TOOL_DEFINITIONS = [WAIT_TOOL, LIST_TOOL, REPLY_TOOL, CHECKPOINT_TOOL];
