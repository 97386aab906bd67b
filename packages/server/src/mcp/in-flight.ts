import type { RpcId } from "../core/json-rpc.ts";
import type { Principal } from "../core/principal.ts";
import type { Session } from "./session.ts";

/** Requests in progress, so that a cancellation, which is a message of its own, finds them. */
export interface InFlight {
  /** Adds a request; `end` is called if the client cancels it. Returns a function that removes it. */
  add(of: Session | Principal, id: RpcId, end: () => void): () => void;
  /**
   * Cancels a request. Without sessions, two clients of one key may use the same id: the other one then loses its response, and
   * gets it by repeating the call.
   */
  cancel(of: Session | Principal, id: unknown): void;
}

export function createInFlight(): InFlight {
  const running = new Map<string, Set<() => void>>();
  const keyOf = (of: Session | Principal, id: RpcId): string => `${typeof id} ${id} ${of.id}`;

  return {
    add(of, id, end) {
      const key = keyOf(of, id);
      const ends = running.get(key) ?? new Set();
      running.set(key, ends.add(end));
      return () => {
        ends.delete(end);
        if (ends.size === 0 && running.get(key) === ends) running.delete(key);
      };
    },
    cancel(of, id) {
      if (typeof id !== "string" && typeof id !== "number") return;
      for (const end of running.get(keyOf(of, id)) ?? []) end();
    },
  };
}
