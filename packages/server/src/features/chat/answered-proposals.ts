import type { GatewayTool } from "../../core/gateway-tool.ts";
import type { Principal } from "../../core/principal.ts";
import type { ChatGate } from "./chat-deps.ts";
import type { ModelCall } from "./models/model-port.ts";

/**
 * Finds the refined proposal that each call answers. For proposals with a target, the gate does this itself. Without a target,
 * calls of a tool answer its refined proposals in order; null for calls in excess of these.
 */
export async function findAnswered(
  engine: ChatGate,
  by: Principal,
  of: { sessionId: string; calls: readonly ModelCall[]; tools: ReadonlyMap<string, GatewayTool> },
): Promise<(string | null)[]> {
  const none = of.calls.map(() => null);
  if (of.calls.length === 0) return none;
  const sentBack = await engine.actions.refinements(by, { sessionId: of.sessionId });
  if (!sentBack.ok) return none;
  const left = sentBack.value.items.filter(({ target }) => target === null);
  return of.calls.map(({ name }) => {
    const place = left.findIndex(({ toolName }) => toolName === of.tools.get(name)?.name);
    return place < 0 ? null : (left.splice(place, 1)[0]?.pendingActionId ?? null);
  });
}
