import type { Counts } from "@countersign/protocol";
import type { QueueFilter } from "../../api/list-filter.ts";

/** Whether a list has pending actions only, so that all of it can be selected. */
export const isOfPending = ({ status }: QueueFilter): boolean => status?.join() === "pending";

/** Number of pending actions that the filter matches; null if the counts do not tell. */
export function matchingCount(filter: QueueFilter, counts: Counts | undefined): number | null {
  if (counts === undefined || !isOfPending(filter)) return null;
  const { status: _status, sort: _sort, ...rest } = filter;
  const [first, ...more] = Object.entries(rest);
  if (first === undefined) return counts.byStatus["pending"] ?? null;
  if (more.length > 0) return null;
  const [name, value] = first;
  if (name === "toolName") return counts.byTool.find(({ toolName }) => toolName === value)?.pending ?? null;
  if (name === "risk") return counts.byRisk.find(({ risk }) => String(risk) === value)?.pending ?? null;
  if (name === "proposedBy") return counts.byAgent.find(({ id }) => id === value)?.pending ?? null;
  return null;
}
