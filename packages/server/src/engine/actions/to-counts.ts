import type { Counts } from "@countersign/protocol";
import type { WaitingRow } from "../../store/statements/count-waiting.ts";
import type { CountRow } from "../../store/statements/read-actions.ts";

/** Counts on the wire: all actions by status, the pending ones by tool, risk and agent. */
export function toCounts(rows: readonly CountRow[], waiting: readonly WaitingRow[]): Counts {
  const byStatus: Record<string, number> = {};
  for (const row of rows) byStatus[row.status] = (byStatus[row.status] ?? 0) + row.count;
  const pending = rows.filter((row) => row.status === "pending");
  const oldest = pending.map((row) => row.oldestAt.toISOString()).sort()[0] ?? null;
  const share = (row: { count: number; oldestAt: Date }) => ({ pending: row.count, oldestAt: row.oldestAt.toISOString() });
  return {
    byStatus,
    byTool: pending
      .map((row) => ({ toolName: row.toolName, ...share(row) }))
      .sort((a, b) => b.pending - a.pending || a.toolName.localeCompare(b.toolName)),
    byRisk: waiting
      .flatMap((row) => (row.risk === null ? [] : [{ risk: row.risk as Counts["byRisk"][number]["risk"], ...share(row) }]))
      .sort((a, b) => b.risk - a.risk),
    byAgent: waiting
      .flatMap((row) => (row.proposedBy === null ? [] : [{ id: row.proposedBy, name: row.proposedName, ...share(row) }]))
      .sort((a, b) => b.pending - a.pending || a.name.localeCompare(b.name)),
    oldestPendingAt: oldest,
  };
}
