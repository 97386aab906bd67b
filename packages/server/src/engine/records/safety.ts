import type { JsonObject, Safety } from "@countersign/protocol";
import { hasRole } from "../../core/principal.ts";
import { ok, refuse } from "../../core/refusal.ts";
import {
  countEvents,
  listDeclined,
  listEventsOfKinds,
  measureDoors,
  measureEnds,
  type EndRow,
  type SaidRow,
} from "../../store/statements/measure-safety.ts";
import type { EngineDeps } from "../deps.ts";
import type { Reports } from "../../ports/records.ts";
import { refuseDays } from "./refuse-days.ts";

const MAX_LISTED = 20;
const STOPPED = "emergency.stopped";
const LIFTED = "emergency.lifted";

/** Reports where people approved and rejected, and what became of it. */
export function createSafety({ database }: Pick<EngineDeps, "database">): Pick<Reports, "safety"> {
  const { kysely } = database;
  return {
    async safety(by, days) {
      if (!hasRole(by, "viewer")) return refuse("FORBIDDEN", "Only members of the workspace can read this.");
      const refused = refuseDays(days);
      if (refused) return refused;
      const span = { workspaceId: by.workspaceId, days };
      const [doors, ends, declined, stops, refusedRepeats] = await Promise.all([
        measureDoors(kysely, span),
        measureEnds(kysely, span),
        listDeclined(kysely, span, MAX_LISTED),
        listEventsOfKinds(kysely, span, [STOPPED, LIFTED], MAX_LISTED),
        countEvents(kysely, span, "repeat.refused"),
      ]);
      return ok({
        days,
        doors,
        outcomes: sumByStatus(ends),
        failures: ends.flatMap(({ code, count }) => (code === null ? [] : [{ code, count }])),
        declined: declined.map((row) => ({
          pendingActionId: row.id,
          toolName: row.toolName,
          agent: { kind: row.proposedKind, id: row.proposedBy, name: row.proposedName },
          by: { kind: row.byKind, id: row.byId, name: row.byName },
          reason: row.comment,
          channel: row.channel,
          at: row.at.toISOString(),
        })),
        refusedRepeats,
        stops: stops.map(toStop),
      } satisfies Safety);
    },
  };
}

function sumByStatus(rows: readonly EndRow[]): Safety["outcomes"] {
  const counts = new Map<EndRow["status"], number>();
  for (const { status, count } of rows) counts.set(status, (counts.get(status) ?? 0) + count);
  return [...counts].map(([status, count]) => ({ status, count })).toSorted((a, b) => b.count - a.count);
}

function toStop({ kind, actorKind, actorId, actorName, data, at }: SaidRow): Safety["stops"][number] {
  const { reason, note } = JSON.parse(data) as JsonObject;
  const words = kind === STOPPED ? reason : note;
  return {
    kind: kind === STOPPED ? "stopped" : "lifted",
    by: { kind: actorKind, id: actorId, name: actorName },
    words: typeof words === "string" && words !== "" ? words : null,
    at: at.toISOString(),
  };
}
