import { text, type CheckpointDetail } from "@countersign/protocol";
import { z } from "zod";
import type { RpcResult } from "../core/json-rpc.ts";
import type { Result } from "../core/refusal.ts";
import { CHECKPOINT_TOOL } from "./approval-tool-definitions.ts";
import { refuseInput, type BuiltInTool } from "./built-in-tool.ts";
import type { McpCall } from "./call.ts";
import { labelsOf } from "./call-labels.ts";
import { tellRefusal } from "./tell-outcome.ts";

const id = text(200).min(1);
const lookInput = z.strictObject({ checkpointId: id });
const openInput = z.strictObject({ label: id, pendingActionIds: z.array(id).min(1).max(200).optional() });

/** Opens a checkpoint over calls of the agent, or looks at one. It decides nothing. */
export const CHECKPOINT: BuiltInTool = {
  definition: CHECKPOINT_TOOL,
  async answer(call, sent) {
    const { engine } = call.context;
    const look = lookInput.safeParse(sent);
    if (look.success) return tell(await engine.checkpoints.get(call.principal, look.data.checkpointId));
    const open = openInput.safeParse(sent);
    if (!open.success) return refuseInput(open.error);
    const { label, pendingActionIds = [] } = open.data;
    const batches = await batchesOf(call, pendingActionIds);
    if (!batches.ok) return tellRefusal(batches.refusal);
    const { missionId, sessionId } = labelsOf(call);
    const asked = { label, batchIds: batches.value, ...(missionId && { missionId }), ...(sessionId && { sessionId }) };
    const opened = await engine.checkpoints.open(call.principal, asked);
    return tell(opened.ok ? await engine.checkpoints.get(call.principal, opened.value.id) : opened);
  },
};

/** Batches of the agent's own actions; refuses the first id that is none of them. */
async function batchesOf({ context, principal }: McpCall, ids: readonly string[]): Promise<Result<string[]>> {
  const batches = new Set<string>();
  for (const each of ids) {
    const action = await context.engine.actions.get(principal, each);
    if (!action.ok) return action;
    batches.add(action.value.batchId);
  }
  return { ok: true, value: [...batches] };
}

function tell(found: Result<CheckpointDetail>): RpcResult {
  if (!found.ok) return tellRefusal(found.refusal);
  const { id: checkpointId, label, pending, decided, items } = found.value;
  const verdict = decided?.verdict === "approve" ? "approved" : "rejected";
  const state = decided
    ? `A person ${verdict} its pending calls${decided.comment === null ? "" : `: ${decided.comment}`}. Ask for each call's outcome with approval_wait.`
    : pending === 0
      ? "No pending call belongs to the checkpoint."
      : `${pending} ${pending === 1 ? "call is" : "calls are"} waiting for a person's decision. None of them has run.`;
  return {
    content: [{ type: "text", text: `Checkpoint ${checkpointId}. ${state}` }],
    structuredContent: {
      checkpointId,
      label,
      pending,
      decided: decided && { verdict: decided.verdict, comment: decided.comment },
      items: items.map(({ pendingActionId, toolName, status, byItself }) => ({ pendingActionId, toolName, status, byItself })),
    },
  };
}
