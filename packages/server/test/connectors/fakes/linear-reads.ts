import type { StoredIssue } from "./linear.ts";

/** What a filter compares of an issue, a team or a label. */
interface Facts {
  [field: string]: string | null | Facts | Facts[];
}

interface Comparator {
  eq?: string;
  eqIgnoreCase?: string;
  in?: string[];
  gte?: string;
  null?: boolean;
}

export type Filter = { [field: string]: Filter | Comparator | Filter[] };

const MAX_FIRST = 250;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether the facts fit a filter of Linear's; `refuse` is called for an id that is no UUID. */
export function fits(facts: Facts, filter: Filter | undefined, refuse: (id: string) => never): boolean {
  return Object.entries(filter ?? {}).every(([field, wanted]) => {
    if (field === "or") return (wanted as Filter[]).some((one) => fits(facts, one, refuse));
    const value = facts[field] ?? null;
    const { null: isNull } = wanted as Comparator;
    if (isNull !== undefined) return isNull === (value === null);
    if (Array.isArray(value)) return value.some((one) => fits(one, wanted as Filter, refuse));
    if (value !== null && typeof value === "object") return fits(value, wanted as Filter, refuse);
    const compared = wanted as Comparator;
    if (field === "id")
      for (const id of [compared.eq, ...(compared.in ?? [])]) if (id !== undefined && !UUID.test(id)) refuse(id);
    if (value === null || typeof value !== "string") return false;
    if (compared.gte !== undefined) return Date.parse(value) >= Date.parse(compared.gte);
    if (compared.eqIgnoreCase !== undefined) return value.toLowerCase() === compared.eqIgnoreCase.toLowerCase();
    return compared.eq === value || (compared.in?.includes(value) ?? false);
  });
}

export interface PageAsked {
  first?: number;
  after?: string;
}

/** A page of a connection. A cursor is the place after the last node; `refuse` is called for one that is none. */
export function connectionOf<T>(all: readonly T[], { first = 50, after }: PageAsked, refuse: (argument: string) => never) {
  if (first > MAX_FIRST) refuse("first");
  const start = after === undefined || after === null ? 0 : Number(/^c(\d+)$/.exec(after)?.[1] ?? refuse("after"));
  const nodes = all.slice(start, start + first);
  const end = start + nodes.length;
  return { nodes, pageInfo: { hasNextPage: end < all.length, endCursor: nodes.length > 0 ? `c${end}` : null } };
}

export const factsOf = (issue: StoredIssue, team: { id: string; key: string } | undefined): Facts => ({
  team: { id: issue.teamId, key: team?.key ?? null },
  state: { id: issue.stateId },
  assignee: issue.assigneeId === null ? null : { id: issue.assigneeId },
  project: issue.projectId === null ? null : { id: issue.projectId },
  labels: issue.labelIds.map((id) => ({ id })),
  updatedAt: issue.updatedAt,
});
