import { ACTION_STATUSES, type ActionStatus } from "@countersign/protocol";
import type { ListFilter } from "../../api/list-filter.ts";

/** The queue's filters as they stand in the address. */
export interface QueueSearch {
  /** Statuses with commas, or `all`; without it what waits. */
  status?: string;
  tool?: string;
  mission?: string;
  batch?: string;
  risk?: string;
  q?: string;
}

const NAMES = ["status", "tool", "mission", "batch", "risk", "q"] as const satisfies readonly (keyof QueueSearch)[];

/** Reads an address; what is not a filter is dropped. */
export function readQueueSearch(search: Record<string, unknown>): QueueSearch {
  return Object.fromEntries(NAMES.flatMap((name) => (isText(search[name]) ? [[name, search[name]]] : [])));
}

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

/** The statuses people look for together. `null` is every status. */
export const VIEWS = [
  { label: "Waiting", status: undefined, statuses: ["pending"] },
  { label: "Needs you", status: "failed,outcome_unknown", statuses: ["failed", "outcome_unknown"] },
  {
    label: "Decided",
    status: "decided",
    statuses: ["approved", "executing", "executed", "rejected", "refined", "expired", "cancelled"],
  },
  { label: "All", status: "all", statuses: null },
] as const satisfies readonly { label: string; status: string | undefined; statuses: readonly ActionStatus[] | null }[];

export function filterOf(search: QueueSearch): ListFilter {
  return {
    ...statusFilter(search.status),
    ...(search.tool ? { toolName: search.tool } : {}),
    ...(search.mission ? { missionId: search.mission } : {}),
    ...(search.batch ? { batchId: search.batch } : {}),
    ...(search.risk ? { risk: search.risk } : {}),
    ...(search.q ? { q: search.q } : {}),
  };
}

function statusFilter(status: string | undefined): ListFilter {
  const view = VIEWS.find((one) => one.status === status);
  if (view) return view.statuses === null ? {} : { status: view.statuses };
  const named = (status ?? "")
    .split(",")
    .filter((word): word is ActionStatus => ACTION_STATUSES.some((known) => known === word));
  return named.length > 0 ? { status: named } : { status: ["pending"] };
}
