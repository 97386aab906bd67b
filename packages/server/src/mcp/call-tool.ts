import { ProtocolError, ProtocolErrorCode, type CallToolResult, type ServerContext } from "@modelcontextprotocol/server";
import { proposeSchema } from "@countersign/protocol";
import type { Refusal } from "../core/refusal.ts";
import { APPROVAL_TOOLS } from "./approval-tools.ts";
import { holdCall } from "./hold-call.ts";
import { sentArguments, type McpCall } from "./mcp-call.ts";
import { tellOutcome, tellRefusal, tellResult } from "./tell-outcome.ts";

const { toolName: toolNameSchema } = proposeSchema.shape;

/** Puts a call through the gate and holds it; at the end of its time it is answered with what is true then, and stays. */
export async function callTool(call: McpCall, name: string, context: ServerContext): Promise<CallToolResult> {
  const own = APPROVAL_TOOLS.find(({ definition }) => definition.name === name);
  if (own) return own.answer(call, context);
  if (!toolNameSchema.safeParse(name).success) throw unknownTool("There is no tool of that name.");

  const asked = await call.engine.askOnce(call.principal, { toolName: name, toolInput: sentArguments(call) });
  if (!asked.ok) return refuseCall(asked.refusal);
  const { pendingActionId, result } = asked.value;
  if (pendingActionId === null) return tellResult(result ?? null);
  const held = await holdCall(call, pendingActionId, call.holdSeconds, context);
  return held.ok ? tellOutcome(held.value) : refuseCall(held.refusal);
}

function refuseCall(refusal: Refusal): CallToolResult {
  if (refusal.code === "NOT_FOUND" || refusal.code === "FORBIDDEN") throw unknownTool(refusal.detail);
  return tellRefusal(refusal);
}

const unknownTool = (detail: string): ProtocolError => new ProtocolError(ProtocolErrorCode.InvalidParams, detail);
