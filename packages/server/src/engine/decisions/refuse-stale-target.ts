import { refuse, type Refusal } from "../../core/refusal.ts";
import { findAction, type StoredAction } from "../../store/statements/read-actions.ts";
import { recordTargetSeen } from "../../store/statements/watch-targets.ts";
import type { EngineDeps } from "../deps.ts";
import { lookAtTarget, seenToken } from "./look-at-target.ts";
import { toAction } from "../actions/to-wire.ts";

/**
 * Checks the target again at approval and refuses if what the person saw is no longer there. Returns undefined if the approval
 * may go on, `moved on` if the target is as proposed again and the row now records that.
 */
export async function refuseStaleTarget(
  deps: EngineDeps,
  row: StoredAction,
): Promise<{ ok: false; refusal: Refusal } | "moved on" | undefined> {
  const { kysely } = deps.database;
  const look = await lookAtTarget(deps, row);
  if (look.state === "not_watched") return undefined;
  const { workspaceId, id } = row;
  const token = seenToken(look);
  if (
    token !== row.targetSeen &&
    (await recordTargetSeen(kysely, { workspaceId, id, token, state: look.state, quietSeconds: 0 }))
  ) {
    deps.database.notify(workspaceId);
    if (look.state === "unchanged") return "moved on";
  }
  if (look.state === "unchanged") return undefined;
  const current = toAction((await findAction(kysely, workspaceId, id)) ?? row);
  const detail =
    look.state === "gone"
      ? "The target no longer exists. Nothing was approved. Reject the action or send it back."
      : "The target changed since the proposal. Nothing was approved. Rebase the action or send it back.";
  return refuse("STALE", detail, { current });
}
