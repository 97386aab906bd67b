import type { Json, JsonObject } from "@countersign/protocol";
import { ok, refuse, type Result } from "../../core/refusal.ts";
import type { StoredAction } from "../../store/statements/read-actions.ts";
import type { EngineDeps } from "../deps.ts";
import type { TargetLook } from "./look-at-target.ts";

/** The part of a call that can be rebased onto its changed target. */
export interface Carried {
  /** The input to propose; a refusal if nothing of it is left or the tool failed to tell. */
  input: Result<JsonObject>;
  /** JSON Pointers or field names that are left out because somebody else changed them; at most `MAX_CONFLICTS`. */
  conflicts: string[];
  /** Version token of the target that the tool compared with; null if the whole call is carried over. */
  over: string | null;
}

const MAX_CONFLICTS = 200;

/** Asks the tool which part of the call still applies; all of it if the tool does not say or a value then or now is unknown. */
export function carryOver(
  { registry, log }: Pick<EngineDeps, "registry" | "log">,
  row: StoredAction,
  look: TargetLook,
): Carried {
  const input = JSON.parse(row.toolInput) as JsonObject;
  const whole: Carried = { input: ok(input), conflicts: [], over: null };
  if (look.state !== "changed" || row.current === null || look.current === null) return whole;
  try {
    const carried = registry.carryOver(row, input, JSON.parse(row.current) as Json, look.current);
    if (!carried) return whole;
    const conflicts = carried.conflicts.slice(0, MAX_CONFLICTS);
    return { input: carried.input === null ? NOTHING_LEFT : ok(carried.input), conflicts, over: look.snapshotNow };
  } catch (error) {
    log("warn", "a tool could not carry a call over", { toolName: row.toolName, actionId: row.id, error: String(error) });
    const unclear = refuse("UNAVAILABLE", "The tool cannot rebase the call. Send it back to the agent instead.");
    return { ...whole, input: unclear };
  }
}

const NOTHING_LEFT = refuse(
  "STALE",
  "Somebody else changed every field that this call changes, so nothing is left to rebase. Send it back or reject it.",
);
