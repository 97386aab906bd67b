import type { JsonObject, Refinement, Refinements } from "@countersign/protocol";
import { hasRole } from "../../core/principal.ts";
import { refinementMessage } from "../../core/refinement-message.ts";
import { ok, refuse } from "../../core/refusal.ts";
import { findSentBack, type SentBackRow } from "../../store/statements/sent-back.ts";
import type { EngineDeps } from "../deps.ts";
import type { Actions } from "../../ports/actions.ts";
import { refuseSession } from "./refuse-session.ts";

const MAX_TOLD = 100;
/** Size limit of the inputs in one answer. */
const MAX_BYTES = 4 * 1024 * 1024;
/** Days for which unanswered refinements are listed without a session. A session is its own limit. */
const TOLD_DAYS = 7;

/** Lists refined actions that nothing answers yet, for the agent to propose again. */
export function createRefinements({ database }: EngineDeps): Pick<Actions, "refinements"> {
  return {
    async refinements(by, { sessionId }) {
      if (by.kind !== "agent" && !hasRole(by, "viewer")) return refuse("FORBIDDEN", "A worker key cannot read proposals.");
      if (by.kind !== "agent" && sessionId === undefined)
        return refuse("FORBIDDEN", "An agent can only read its own refinements unless it names a session.");
      const refused = await refuseSession({ database }, by, sessionId);
      if (refused) return refused;
      const { rows, more } = await findSentBack(database.kysely, {
        workspaceId: by.workspaceId,
        ...(by.kind === "agent" && { proposedBy: by.id }),
        ...(sessionId === undefined ? { days: TOLD_DAYS } : { sessionId }),
        limit: MAX_TOLD,
        bytes: MAX_BYTES,
      });
      const items = rows.map(toRefinement);
      return ok({ message: refinementMessage(items, more), items, more } satisfies Refinements);
    },
  };
}

const toRefinement = (row: SentBackRow): Refinement => ({
  pendingActionId: row.id,
  toolName: row.toolName,
  target: row.target,
  toolInput: JSON.parse(row.toolInput) as JsonObject,
  feedback: row.feedback,
  by:
    row.resolvedKind === null || row.resolvedBy === null
      ? null
      : { kind: row.resolvedKind, id: row.resolvedBy, name: row.resolvedName ?? row.resolvedBy },
  refinedAt: row.resolvedAt.toISOString(),
  batchId: row.batchId,
});
