import { isJsonObject, text, type Json, type Outcome } from "@countersign/protocol";
import { z } from "zod";
import type { GatewayTool } from "../../core/gateway-tool.ts";
import type { Principal } from "../../core/principal.ts";
import { ok, refuse, type Result } from "../../core/refusal.ts";
import { CHECKPOINT_TOOL_NAME } from "../../core/tool-names.ts";
import type { ChatCallRow, ChatMessageRow } from "../../store/statements/chat-messages.ts";
import type { ChatGate } from "./chat-deps.ts";
import type { ModelTool } from "./models/model-port.ts";
import { describeTool } from "./tell-model.ts";

/** The MCP tool of this name collects calls that are queued already; here a turn would stop at the first of them. */
export const COLLECT_TOOL: ModelTool = {
  name: CHECKPOINT_TOOL_NAME,
  title: "Collect calls in a checkpoint",
  description:
    "Opens a checkpoint, in which a person decides on several of your calls in one step. Call it before you propose calls that belong together. It collects the calls of the same answer and of your next answers, and you go on at once: a collected call that needs approval is answered with `queued`. When you have proposed everything, answer without calling a tool: you then stop until people have decided on all collected calls, and then receive every outcome. High-risk calls are still decided one at a time.",
  inputSchema: {
    type: "object",
    properties: {
      label: { type: "string", minLength: 1, maxLength: 200, description: "Description of the subtask, for a person to read" },
    },
    required: ["label"],
    additionalProperties: false,
  },
  runsAtOnce: true,
};

/** The tools of an agent, and the one that collects its calls if some of them may wait for a person. */
export function describeTools(tools: readonly GatewayTool[]): ModelTool[] {
  const described = tools.map(describeTool);
  return described.every(({ runsAtOnce }) => runsAtOnce) ? described : [...described, COLLECT_TOOL];
}

const inputSchema = z.strictObject({ label: text(200).min(1) });

interface Opening {
  sessionId: string;
  /** Batch of the answer that opens the checkpoint. */
  batchId: string;
  input: Json;
}

/** Opens a checkpoint of the session. An answer that is resumed finds the checkpoint that it opened already. */
export async function openCheckpoint(
  { checkpoints }: Pick<ChatGate, "checkpoints">,
  by: Principal,
  { sessionId, batchId, input }: Opening,
): Promise<Result<ReturnType<typeof opened>>> {
  const asked = inputSchema.safeParse(input);
  if (!asked.success) return refuse("INVALID_INPUT", "A checkpoint needs a `label` of 1 to 200 characters, and nothing else.");
  const { label } = asked.data;
  const before = await checkpoints.list(by, { sessionId, open: true });
  if (!before.ok) return before;
  for (const one of before.value.filter((each) => each.label === label)) {
    const found = await checkpoints.get(by, one.id);
    if (found.ok && found.value.batchIds.includes(batchId)) return ok(opened(one));
  }
  const made = await checkpoints.open(by, { label, sessionId, batchIds: [batchId] });
  return made.ok ? ok(opened(made.value)) : made;
}

function opened({ id, label }: { id: string; label: string }) {
  const checkpoint = { checkpointId: id, label };
  const outcome: Outcome = {
    status: "executed",
    pendingActionId: null,
    toolName: CHECKPOINT_TOOL_NAME,
    message:
      "The checkpoint is open and collects what you propose. Answer without calling a tool once you have proposed everything.",
    result: checkpoint,
  };
  return { outcome, widget: { kind: "checkpoint", ...checkpoint } as const };
}

/** The checkpoint that a call opened. */
function checkpointOf({ toolName, outcome }: Pick<ChatCallRow, "toolName" | "outcome">): string | undefined {
  if (toolName !== CHECKPOINT_TOOL_NAME || outcome === null) return undefined;
  const { result } = JSON.parse(outcome) as Outcome;
  if (!isJsonObject(result)) return undefined;
  const { checkpointId } = result;
  return typeof checkpointId === "string" ? checkpointId : undefined;
}

/**
 * Checkpoint that collects what the turn proposes now: the last one opened since the agent answered without a call. Undefined if
 * the turn stops for the calls of each answer.
 */
export function collectingCheckpoint(turnRows: readonly ChatMessageRow[]): string | undefined {
  const isEnd = ({ role, status, calls }: ChatMessageRow): boolean =>
    role === "assistant" && status === "done" && calls.length === 0;
  const since = turnRows.slice(turnRows.findLastIndex(isEnd) + 1);
  return since
    .flatMap(({ calls }) => calls)
    .flatMap((call) => checkpointOf(call) ?? [])
    .at(-1);
}

/** Whether people decided on the checkpoint, which then collects no more calls. */
export async function isDecided({ checkpoints }: Pick<ChatGate, "checkpoints">, by: Principal, id: string): Promise<boolean> {
  const found = await checkpoints.get(by, id);
  return found.ok && found.value.decided !== null;
}
