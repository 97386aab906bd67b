import { isJsonObject, type JsonObject } from "@countersign/protocol";
import { RpcError } from "../../core/json-rpc.ts";
import type { RpcPeer } from "./rpc-peer.ts";
import { createPauses, pause } from "./pauses.ts";

/** Keeps the long-lived request open on which a modern server reports changed lists. Does nothing for a legacy server. */
export function listenForChanges(connection: RpcPeer, capabilities: JsonObject, signal: AbortSignal): void {
  if (!connection.era?.isModern) return;
  const changes = (list: string): boolean => {
    const capability = capabilities[list];
    return isJsonObject(capability) && capability["listChanged"] === true;
  };
  const notifications: JsonObject = {
    ...(changes("tools") && { toolsListChanged: true }),
    ...(changes("prompts") && { promptsListChanged: true }),
    ...(changes("resources") && { resourcesListChanged: true }),
  };
  if (Object.keys(notifications).length === 0) return;
  const pauses = createPauses();
  void (async () => {
    while (!signal.aborted) {
      try {
        await connection.request("subscriptions/listen", { notifications }, { signal });
      } catch (error) {
        // Method not found: a retry would get the same answer.
        if (error instanceof RpcError && error.name === "RpcError" && error.code === -32601) return;
      }
      await pause(pauses.next(), signal);
    }
  })();
}
