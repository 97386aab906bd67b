import type { Action } from "@countersign/protocol";
import { next, type LifecycleEvent } from "../../core/lifecycle.ts";
import type { Principal } from "../../core/principal.ts";
import { refuse, type Result } from "../../core/refusal.ts";
import { findStops } from "../../store/statements/emergency-stop.ts";
import { findAction, type StoredAction } from "../../store/statements/read-actions.ts";
import { expireActions } from "../../store/statements/sweep-actions.ts";
import type { EngineDeps } from "../deps.ts";
import { refuseResolved } from "./refuse-resolved.ts";

/**
 * Explains from the current rows why a conditional update wrote nothing. `moved on` means that the row or the policy changed, so
 * the caller reads and judges again.
 */
export async function explainLostTransition(
  deps: EngineDeps,
  by: Principal,
  seen: StoredAction,
  event: LifecycleEvent,
): Promise<Result<Action> | "moved on"> {
  const { kysely } = deps.database;
  const expired = await expireActions(kysely, { workspaceId: by.workspaceId, id: seen.id });
  if (expired.length > 0) deps.database.notify(by.workspaceId);

  const row = await findAction(kysely, by.workspaceId, seen.id);
  if (!row) return refuse("NOT_FOUND", "There is no such action in this workspace.");
  if (next(row.status, event) === undefined) return refuseResolved(row);
  if (row.version !== seen.version || row.policyEpoch !== seen.policyEpoch) return "moved on";
  const [stop] = await findStops(kysely, [by.workspaceId]);
  if (stop)
    return refuse(
      "FORBIDDEN",
      `Everything is stopped: emergency stop by ${stop.stoppedName}${stop.reason === "" ? "" : `, “${stop.reason}”`}. Nothing was approved.`,
    );
  return "moved on";
}
