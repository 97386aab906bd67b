import { hasRole, mayDecide } from "../../core/principal.ts";
import { ok, refuse } from "../../core/refusal.ts";
import type { GlassReviews } from "../../ports/decisions.ts";
import { appendAuditEvent, lockAuditHead } from "../../store/statements/audit-events.ts";
import { findGlassUses, GLASS_REVIEWED } from "../../store/statements/glass-uses.ts";
import type { EngineDeps } from "../deps.ts";

/** Reviews of what was approved by breaking the glass: each once, by somebody else, on the audit log. */
export function createGlassReviews({ database }: EngineDeps): GlassReviews {
  const { kysely } = database;
  return {
    async list(by, filter) {
      if (!hasRole(by, "viewer")) return refuse("FORBIDDEN", "Only people can read emergency approvals.");
      return ok({ items: await findGlassUses(kysely, by.workspaceId, filter) });
    },

    async review(by, id, { finding, note }) {
      const { workspaceId } = by;
      if (!mayDecide(by)) return refuse("FORBIDDEN", "Only an approver or admin can review.");
      const reviewed = await kysely.transaction().execute(async (transaction) => {
        // One review at a time, so that the second one sees the first.
        await lockAuditHead(transaction, workspaceId);
        const [use] = await findGlassUses(transaction, workspaceId, { id });
        if (!use) return refuse("NOT_FOUND", "This action was not approved in an emergency.");
        if (use.review) return refuse("INVALID_STATE", `${use.review.by.name} has reviewed this already.`);
        if (use.by.id === by.id)
          return refuse("FORBIDDEN", "You approved this in an emergency yourself. Somebody else must review it.");
        await appendAuditEvent(transaction, { workspaceId, kind: GLASS_REVIEWED, by, actionId: id, data: { finding, note } });
        return ok((await findGlassUses(transaction, workspaceId, { id }))[0]!);
      });
      if (reviewed.ok) database.notify(workspaceId);
      return reviewed;
    },
  };
}
