import type { Emergency } from "@countersign/protocol";
import { hasRole } from "../../core/principal.ts";
import { ok, refuse } from "../../core/refusal.ts";
import { deleteStop, findStops, insertStop, type StopRow } from "../../store/statements/emergency-stop.ts";
import { withdrawApproved } from "../../store/statements/withdraw-actions.ts";
import type { EmergencyStops } from "../../ports/policy.ts";
import type { EngineDeps } from "../deps.ts";

/** Stops every execution of a workspace at once. Whoever may decide may stop; only an administrator may lift the stop. */
export function createEmergencyStops(deps: EngineDeps & { stopRunning(workspaceId: string): void }): EmergencyStops {
  const { database } = deps;
  const { urgent: kysely } = database;

  async function readStop(workspaceId: string): Promise<Emergency> {
    const [row] = await findStops(kysely, [workspaceId]);
    return { stop: row ? toWire(row) : null };
  }

  return {
    async read(by) {
      return hasRole(by, "viewer")
        ? ok(await readStop(by.workspaceId))
        : refuse("FORBIDDEN", "Only members of the workspace can see this.");
    },

    async stop(by, reason) {
      if (!hasRole(by, "approver")) return refuse("FORBIDDEN", "Only an approver or admin can start the emergency stop.");
      const { workspaceId } = by;
      const isFirst = await insertStop(kysely, { workspaceId, reason, by });
      deps.stopRunning(workspaceId);
      // Also runs if another stop was first: that process may have ended before this step.
      await withdrawApproved(kysely, workspaceId);
      database.notify(workspaceId);
      const now = await readStop(workspaceId);
      return isFirst
        ? ok(now)
        : refuse("INVALID_STATE", `The emergency stop is already on, started by ${now.stop?.stoppedBy.name ?? "somebody"}.`);
    },

    async lift(by, note) {
      if (!hasRole(by, "admin")) return refuse("FORBIDDEN", "Only an administrator can lift the stop.");
      const lifted = await deleteStop(kysely, { workspaceId: by.workspaceId, note: note ?? null, by });
      if (!lifted) return refuse("INVALID_STATE", "The emergency stop is not on.");
      database.notify(by.workspaceId);
      return ok({ stop: null });
    },
  };
}

const toWire = ({ reason, stoppedAt, stoppedBy, stoppedName }: StopRow) => ({
  reason,
  stoppedAt: stoppedAt.toISOString(),
  stoppedBy: { id: stoppedBy, name: stoppedName },
});
