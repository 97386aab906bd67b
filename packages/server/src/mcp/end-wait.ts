import type { Outcome } from "@countersign/protocol";
import type { GatewayTool } from "../core/gateway-tool.ts";
import type { Result } from "../core/refusal.ts";
import type { Call } from "./call.ts";

/** Nobody waits any more: the action stays for the inbox, or is over where an administrator said so. */
export async function endWait(
  call: Call,
  tool: Pick<GatewayTool, "onWaitEnd" | "delivery">,
  held: Result<Outcome> | "gone",
): Promise<Result<Outcome> | "gone"> {
  if (held === "gone" || !held.ok || held.value.status !== "queued" || held.value.pendingActionId === null) return held;
  if (tool.onWaitEnd !== "expire" || tool.delivery === "queue" || call.front.closing.aborted) return held;
  return call.front.engine.giveUp(call.principal, held.value.pendingActionId);
}
