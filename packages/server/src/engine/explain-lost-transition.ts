import { isCallableState, type Action } from "@countersign/protocol";
import { next, type LifecycleEvent } from "../core/lifecycle.ts";
import type { Principal } from "../core/principal.ts";
import { refuse, type Result } from "../core/refusal.ts";
import { findStops } from "../store/statements/emergency-stop.ts";
import { findAction, type StoredAction } from "../store/statements/read-actions.ts";
import { findMayDecide } from "../store/statements/tool-rights.ts";
import { expireActions } from "../store/statements/sweep-actions.ts";
import { findTool } from "../store/statements/tools.ts";
import type { EngineDeps } from "./deps.ts";
import { refuseResolved } from "./refuse-resolved.ts";

/**
 * Explains from the current rows why a conditional update wrote nothing. `moved on` means that the row changed in a way that
 * still permits the transition, so the caller retries.
 */
export async function explainLostTransition(
  deps: EngineDeps,
  by: Principal,
  seen: StoredAction,
  event: LifecycleEvent,
  /** The delegator's id, if there is one. */
  standing: string = by.id,
): Promise<Result<Action> | "moved on"> {
  const { kysely } = deps.database;
  const expired = await expireActions(kysely, { workspaceId: by.workspaceId, id: seen.id });
  if (expired.length > 0) deps.database.notify(by.workspaceId);

  const row = await findAction(kysely, by.workspaceId, seen.id);
  if (!row) return refuse("NOT_FOUND", "There is no such action in this workspace.");
  if (next(row.status, event) === undefined) return refuseResolved(row);
  if (row.version !== seen.version) return "moved on";
  const [stop] = await findStops(kysely, [by.workspaceId]);
  if (stop) return refuse("FORBIDDEN", `Everything is stopped: ${stop.reason} (${stop.stoppedName}). Nothing was approved.`);
  if (!(await findMayDecide(kysely, row, standing))) {
    return refuse("FORBIDDEN", "You may no longer decide on this.");
  }
  const tool = await findTool(kysely, row.workspaceId, row.toolName);
  if (!tool?.enabled || !isCallableState(tool.vetting) || tool.definitionHash !== row.toolHash || tool.source !== row.source) {
    return refuse("STALE", "The tool changed since this was proposed; reject it or ask for a new proposal.");
  }
  return "moved on";
}
