import { ACTION_STATUSES, type ActionStatus } from "@countersign/protocol";
import { useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import type { QueueFilter } from "../../api/list-filter.ts";
import { DAYS_CHECKS, rangeOf, type DaysSearch } from "../../ui/days.ts";
import { useToday } from "../../ui/use-clock.ts";

/** Filters of the queue as the URL holds them. */
export interface QueueSearch extends DaysSearch {
  /** Statuses separated by commas, `decided` or `all`; pending if absent. */
  status?: string;
  tool?: string;
  /** Key id of an agent. */
  agent?: string;
  mission?: string;
  batch?: string;
  risk?: string;
  /** User id of the assignee, or `none`. */
  assignee?: string;
  /** User id of a person with a decision on the action. */
  decidedBy?: string;
  /** Minimum time since the proposal, in seconds. */
  age?: string;
  q?: string;
  /** `newest` replaces the default order of pending actions, most urgent first. */
  sort?: string;
  group?: string;
}

const NAMES = [
  "status",
  "tool",
  "agent",
  "mission",
  "batch",
  "risk",
  "assignee",
  "decidedBy",
  "days",
  "from",
  "until",
  "age",
  "q",
  "sort",
  "group",
] as const satisfies readonly (keyof QueueSearch)[];
const CHECKS: Partial<Record<keyof QueueSearch, RegExp>> = {
  risk: /^[0-5]$/,
  ...DAYS_CHECKS,
  age: /^\d{1,8}$/,
  sort: /^newest$/,
  group: /^(batch|mission|tool)$/,
};

/** Reads search parameters of the URL; drops everything that is not a valid filter. */
export function readQueueSearch(search: Record<string, unknown>): QueueSearch {
  return Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = search[name];
      return isText(value) && (CHECKS[name]?.test(value) ?? true) ? [[name, value]] : [];
    }),
  );
}

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

/** Removes unset filters before they go into the URL. */
export const dropEmpty = (search: QueueSearch): QueueSearch =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value));

/** Statuses that people look for together. Null is every status. */
export const VIEWS = [
  { name: "waiting", status: undefined, statuses: ["pending"] },
  { name: "problems", status: "failed,outcome_unknown", statuses: ["failed", "outcome_unknown"] },
  {
    name: "decided",
    status: "decided",
    statuses: ["approved", "executing", "executed", "rejected", "refined", "expired", "cancelled"],
  },
  { name: "all", status: "all", statuses: null },
] as const satisfies readonly { name: string; status: string | undefined; statuses: readonly ActionStatus[] | null }[];

/** `today` is the start of the current day in the browser's time zone, in ms. */
export function filterOf(search: QueueSearch, today: number): QueueFilter {
  const status = statusFilter(search.status);
  return {
    ...(status === null ? {} : { status }),
    // Pending actions are decided from the top, so the most important and longest waiting come first.
    ...(status?.join() === "pending" && search.sort !== "newest" ? { sort: "urgent" } : {}),
    ...(search.tool ? { toolName: search.tool } : {}),
    ...(search.agent ? { proposedBy: search.agent } : {}),
    ...(search.mission ? { missionId: search.mission } : {}),
    ...(search.batch ? { batchId: search.batch } : {}),
    ...(search.risk ? { risk: search.risk } : {}),
    ...(search.assignee ? { assignee: search.assignee } : {}),
    ...(search.decidedBy ? { decidedBy: search.decidedBy } : {}),
    ...rangeOf(search, today),
    ...(search.age ? { olderThanSeconds: search.age } : {}),
    ...(search.q ? { q: search.q } : {}),
  };
}

function statusFilter(status: string | undefined): readonly ActionStatus[] | null {
  const view = VIEWS.find((one) => one.status === status);
  if (view) return view.statuses;
  const named = (status ?? "")
    .split(",")
    .filter((word): word is ActionStatus => ACTION_STATUSES.some((known) => known === word));
  return named.length > 0 ? named : ["pending"];
}

/** Returns the filters in the URL. Parses them again, because the router passes on what `validateSearch` dropped. */
export function useQueueSearch(): QueueSearch {
  const search = useSearch({ from: "/review" });
  return useMemo(() => readQueueSearch({ ...search }), [search]);
}

/** Filter of the list that the URL asks for; days are those of the browser. */
export function useQueueFilter(search: QueueSearch): QueueFilter {
  const today = useToday();
  return useMemo(() => filterOf(search, today), [search, today]);
}
