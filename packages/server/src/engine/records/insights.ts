import type { DecidedFigures, Insights, ProposedFigures } from "@countersign/protocol";
import { hasRole } from "../../core/principal.ts";
import { ok, refuse } from "../../core/refusal.ts";
import { measureDecided, measureProposed, type DecidedRow, type ProposedRow } from "../../store/statements/measure-actions.ts";
import type { EngineDeps } from "../deps.ts";
import type { Reports } from "../../ports/records.ts";
import { refuseDays } from "./refuse-days.ts";

const DAY_MS = 86_400_000;

/** Reports how long people took and what they decided, by tool, agent, person and day. */
export function createInsights(deps: Pick<EngineDeps, "database">): Pick<Reports, "insights"> {
  const { kysely } = deps.database;
  return {
    async insights(by, days) {
      if (!hasRole(by, "viewer")) return refuse("FORBIDDEN", "Only members of the workspace can read insights.");
      const refused = refuseDays(days);
      if (refused) return refused;
      const [rows, people] = await Promise.all([
        measureProposed(kysely, by.workspaceId, days),
        measureDecided(kysely, by.workspaceId, days),
      ]);
      const total = rows.find(({ sum }) => sum === "total");
      if (!total) throw new Error("a sum over everything always has a row");
      const span = daysUpTo(total.today, days);
      const busiest = rows.toSorted((a, b) => b.proposed - a.proposed);
      return ok({
        days,
        from: span[0] ?? total.today,
        to: total.today,
        total: toProposed(total),
        byTool: busiest.flatMap((row) => (row.sum === "tool" ? [{ toolName: row.toolName ?? "", ...toProposed(row) }] : [])),
        byAgent: busiest.flatMap((row) => (row.sum === "agent" ? [{ agent: agentOf(row), ...toProposed(row) }] : [])),
        byPerson: people
          .toSorted((a, b) => b.decided - a.decided)
          .map((row) => ({
            person: { kind: "user" as const, id: row.personId, name: row.personName },
            decided: row.decided,
            ...toDecided(row),
          })),
        byDay: span.map((day) => ({ day, ...toProposed(rows.find((row) => row.sum === "day" && row.day === day)) })),
      } satisfies Insights);
    },
  };
}

function daysUpTo(today: string, days: number): string[] {
  const end = Date.parse(today);
  return Array.from({ length: days }, (_, n) => new Date(end - (days - 1 - n) * DAY_MS).toISOString().slice(0, 10));
}

const agentOf = (row: ProposedRow) => ({ kind: row.proposedKind ?? "agent", id: row.proposedBy ?? "", name: row.proposedName });

/** A day without a row is a day on which nothing was proposed. */
const toDecided = (row: DecidedRow | undefined): DecidedFigures => ({
  approved: row?.approved ?? 0,
  rejected: row?.rejected ?? 0,
  refined: row?.refined ?? 0,
  edited: row?.edited ?? 0,
  failed: row?.failed ?? 0,
  unknown: row?.unknown ?? 0,
  deciding: { medianSeconds: row?.decidingMedian ?? null, p90Seconds: row?.decidingP90 ?? null },
  timed: row?.timed ?? 0,
  waiting: { medianSeconds: row?.waitingMedian ?? null, p90Seconds: row?.waitingP90 ?? null },
  execution: { medianSeconds: row?.executionMedian ?? null, p90Seconds: row?.executionP90 ?? null },
});

const toProposed = (row: ProposedRow | undefined): ProposedFigures => ({
  ...toDecided(row),
  proposed: row?.proposed ?? 0,
  byPolicy: row?.byPolicy ?? 0,
  pending: row?.pending ?? 0,
  expired: row?.expired ?? 0,
  cancelled: row?.cancelled ?? 0,
  executed: row?.executed ?? 0,
});
