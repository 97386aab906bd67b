import type { Principal } from "../core/principal.ts";
import { ok, refuse, type Result } from "../core/refusal.ts";

/** Limits the event streams that each credential holds open in this process, over all transports. */
export interface OpenStreams {
  /** Counts a stream until `leave` is called; `leave` is idempotent. Refuses as RATE_LIMITED at the limit. */
  enter(by: Pick<Principal, "kind" | "workspaceId" | "id">): Result<{ leave: () => void }>;
}

export function createOpenStreams(maxPerCredential = Infinity): OpenStreams {
  const counts = new Map<string, number>();
  return {
    enter({ kind, workspaceId, id }) {
      const key = `${workspaceId} ${kind} ${id}`;
      const count = counts.get(key) ?? 0;
      if (count >= maxPerCredential) {
        return refuse("RATE_LIMITED", `This credential has ${count} event streams open, which is the limit. Close one first.`);
      }
      counts.set(key, count + 1);
      let isOpen = true;
      return ok({
        leave() {
          if (!isOpen) return;
          isOpen = false;
          const left = counts.get(key)! - 1;
          if (left > 0) counts.set(key, left);
          else counts.delete(key);
        },
      });
    },
  };
}
