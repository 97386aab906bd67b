import type { JsonObject, Refinement, Refinements } from "@countersign/protocol";
import { hasRole } from "../core/principal.ts";
import { refinementMessage } from "../core/refinement-message.ts";
import { ok, refuse } from "../core/refusal.ts";
import { findSentBack, type SentBackRow } from "../store/statements/sent-back.ts";
import type { EngineDeps } from "./deps.ts";
import type { Engine } from "./engine.ts";
import { refuseSession } from "./refuse-session.ts";

const MOST_TOLD = 100;
/** Of the inputs that are told at once. */
const MOST_BYTES = 4 * 1024 * 1024;
/** A session ends by itself; what an agent never answered without one is told so long. */
const TOLD_DAYS = 7;

/** What people sent back and nothing answers yet: what an agent is to propose again. */
export function createRefinements({ database }: EngineDeps): Pick<Engine, "refinements"> {
  return {
    async refinements(by, { sessionId }) {
      if (by.kind !== "agent" && !hasRole(by, "viewer"))
        return refuse("FORBIDDEN", "A worker claims work; it is told nothing of proposals.");
      if (by.kind !== "agent" && sessionId === undefined)
        return refuse("FORBIDDEN", "Without a session an agent reads what is its own.");
      const refused = await refuseSession({ database }, by, sessionId);
      if (refused) return refused;
      const { rows, more } = await findSentBack(database.kysely, {
        workspaceId: by.workspaceId,
        ...(by.kind === "agent" && { proposedBy: by.id }),
        ...(sessionId === undefined ? { days: TOLD_DAYS } : { sessionId }),
        limit: MOST_TOLD,
        bytes: MOST_BYTES,
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
