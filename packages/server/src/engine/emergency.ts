import type { Emergency } from "@countersign/protocol";
import { hasRole, type Principal } from "../core/principal.ts";
import { ok, refuse, type Result } from "../core/refusal.ts";
import { deleteStop, findStops, insertStop, type StopRow } from "../store/statements/emergency-stop.ts";
import { withdrawApproved } from "../store/statements/withdraw-actions.ts";
import type { EngineDeps } from "./deps.ts";

export interface EmergencyStops {
  emergency(by: Principal): Promise<Result<Emergency>>;
  /** From here on no handler starts, running ones are asked to abort, and approved actions end without having run. */
  stopEverything(by: Principal, reason: string): Promise<Result<Emergency>>;
  /** Actions that the stop ended stay ended; a person may retry them. */
  liftStop(by: Principal, note?: string): Promise<Result<Emergency>>;
}

/** Stops every execution of a workspace at once. Whoever may decide may stop; only an administrator may lift the stop. */
export function createEmergencyStops(deps: EngineDeps & { stopRunning(workspaceId: string): void }): EmergencyStops {
  const { database } = deps;
  const { urgent: kysely } = database;

  async function read(workspaceId: string): Promise<Emergency> {
    const [row] = await findStops(kysely, [workspaceId]);
    return { stop: row ? toWire(row) : null };
  }

  return {
    async emergency(by) {
      return hasRole(by, "viewer") ? ok(await read(by.workspaceId)) : refuse("FORBIDDEN", "Only members see this.");
    },

    async stopEverything(by, reason) {
      if (!hasRole(by, "approver"))
        return refuse("FORBIDDEN", "Only a person with the role approver or admin stops everything.");
      const { workspaceId } = by;
      const isFirst = await insertStop(kysely, { workspaceId, reason, by });
      deps.stopRunning(workspaceId);
      // Also runs if another stop was first: that process may have ended before this step.
      await withdrawApproved(kysely, workspaceId);
      database.notify(workspaceId);
      const now = await read(workspaceId);
      return isFirst
        ? ok(now)
        : refuse("INVALID_STATE", `Everything is stopped already, by ${now.stop?.stoppedBy.name ?? "somebody"}.`);
    },

    async liftStop(by, note) {
      if (!hasRole(by, "admin")) return refuse("FORBIDDEN", "Only an administrator lifts the stop.");
      const lifted = await deleteStop(kysely, { workspaceId: by.workspaceId, note: note ?? null, by });
      if (!lifted) return refuse("INVALID_STATE", "Nothing is stopped.");
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
