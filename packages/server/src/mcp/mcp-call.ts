import type { Json, JsonObject } from "@countersign/protocol";
import { isJsonObject } from "@countersign/protocol";
import type { Principal } from "../core/principal.ts";
import type { Engine } from "../engine/engine.ts";
import type { HeldCalls } from "./held-calls.ts";

/** What one POST to the front is worked on with. Who asks comes from the key alone, never from what the message says. */
export interface McpCall {
  engine: Engine;
  principal: Principal;
  /** The message as our strict reader gave it. */
  message: Json;
  /** The longest one answer is held. */
  holdSeconds: number;
  held: HeldCalls;
  /** Aborted when the server stops. */
  closing: AbortSignal;
}

/**
 * The arguments as they were sent. The SDK hands on a copy that lacks a key named `__proto__`, and what is stored must be
 * what was sent.
 */
export function sentArguments({ message }: Pick<McpCall, "message">): JsonObject {
  const params = isJsonObject(message) ? message["params"] : undefined;
  const sent = isJsonObject(params) ? params["arguments"] : undefined;
  return isJsonObject(sent) ? sent : {};
}
