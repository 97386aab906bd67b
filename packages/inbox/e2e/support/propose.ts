import type { JsonObject } from "@countersign/protocol";
import type { TestServer } from "./server.ts";

/** Proposes one call as the agent; returns the action id. `more`: further fields of the request. */
export async function propose(
  server: TestServer,
  toolName: string,
  toolInput: JsonObject,
  more: JsonObject = {},
): Promise<string> {
  const response = await server.fetch("/api/pending-actions", { body: { toolName, toolInput, ...more }, as: "agent" });
  const answer = (await response.json()) as { pendingActionId?: string };
  if (!answer.pendingActionId) throw new Error(`not proposed: ${JSON.stringify(answer)}`);
  return answer.pendingActionId;
}
