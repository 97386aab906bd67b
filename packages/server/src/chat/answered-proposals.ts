import type { GatewayTool } from "../core/gateway-tool.ts";
import type { Principal } from "../core/principal.ts";
import type { ChatGate } from "./chat-deps.ts";
import type { ModelCall } from "./models/model-port.ts";

/**
 * Which proposal that a person sent back each call answers. On a target the gate itself knows; where a tool names none, the first
 * call of the tool answers the first that was sent back of it, and so on. More calls than that answer nothing.
 */
export async function findAnswered(
  engine: ChatGate,
  by: Principal,
  of: { sessionId: string; calls: readonly ModelCall[]; tools: ReadonlyMap<string, GatewayTool> },
): Promise<(string | null)[]> {
  const none = of.calls.map(() => null);
  if (of.calls.length === 0) return none;
  const sentBack = await engine.refinements(by, { sessionId: of.sessionId });
  if (!sentBack.ok) return none;
  const left = sentBack.value.items.filter(({ target }) => target === null);
  return of.calls.map(({ name }) => {
    const place = left.findIndex(({ toolName }) => toolName === of.tools.get(name)?.name);
    return place < 0 ? null : (left.splice(place, 1)[0]?.pendingActionId ?? null);
  });
}
