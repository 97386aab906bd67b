import type { Outcome } from "@countersign/protocol";
import type { GatewayTool } from "../core/gateway-tool.ts";
import type { Result } from "../core/refusal.ts";
import type { McpCall } from "./call.ts";

/** Ends the wait: the action stays in the inbox, or expires if an administrator set that. */
export async function endWait(
  call: McpCall,
  tool: Pick<GatewayTool, "onWaitEnd" | "delivery">,
  held: Result<Outcome> | "gone",
): Promise<Result<Outcome> | "gone"> {
  if (held === "gone" || !held.ok || held.value.status !== "queued" || held.value.pendingActionId === null) return held;
  if (tool.onWaitEnd !== "expire" || tool.delivery === "queue" || call.context.closing.aborted) return held;
  return call.context.engine.heldCalls.giveUp(call.principal, held.value.pendingActionId);
}
