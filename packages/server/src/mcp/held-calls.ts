import { isJsonObject, type Json } from "@countersign/protocol";
import type { Principal } from "../core/principal.ts";

/** The calls this process holds, so that a cancellation that comes as a message of its own finds them. */
export interface HeldCalls {
  /** `end` is called when the client takes the call back; the answer lets go of it. */
  add(by: Principal, requestId: string | number, end: () => void): () => void;
  /**
   * Ends what an agent's `notifications/cancelled` names. Without sessions two clients of one key may use the same number:
   * the other one is then answered early with what is true, and asks again.
   */
  cancel(by: Principal, message: Json): void;
}

export function createHeldCalls(): HeldCalls {
  const held = new Map<string, Set<() => void>>();
  const keyOf = (by: Principal, requestId: string | number): string => JSON.stringify([by.workspaceId, by.id, requestId]);

  return {
    add(by, requestId, end) {
      const key = keyOf(by, requestId);
      const ends = held.get(key) ?? new Set();
      held.set(key, ends.add(end));
      return () => {
        ends.delete(end);
        if (ends.size === 0 && held.get(key) === ends) held.delete(key);
      };
    },
    cancel(by, message) {
      if (!isJsonObject(message) || message["method"] !== "notifications/cancelled") return;
      const requestId = isJsonObject(message["params"]) ? message["params"]["requestId"] : undefined;
      if (typeof requestId !== "string" && typeof requestId !== "number") return;
      for (const end of held.get(keyOf(by, requestId)) ?? []) end();
    },
  };
}
