import { ACTION_STATUSES, type Counts } from "@countersign/protocol";
import { useQuery } from "@tanstack/react-query";
import { agentsQuery, membersQuery } from "../../api/admin-queries.ts";
import { strings } from "../../strings/queue.tsx";
import { sayDays } from "../../ui/days.ts";
import { statusLabel } from "../../ui/status-words.ts";
import { ageWords } from "../../ui/time-words.ts";
import { VIEWS, type QueueSearch } from "./queue-search.ts";

interface Names {
  /** Names of agents by key id. */
  agents: ReadonlyMap<string, string>;
  /** Names of people by user id. */
  people: ReadonlyMap<string, string>;
}

const WORDS = {
  q: (value) => strings.filtered.text(value),
  tool: (value) => strings.filtered.tool(value),
  agent: (value, { agents }) => strings.filtered.agent(agents.get(value) ?? value),
  days: (_value, _names, search) => sayDays(search),
  decidedBy: (value, { people }) => strings.filtered.decidedBy(people.get(value) ?? value),
  mission: (value) => strings.filtered.mission(value),
  batch: (value) => strings.filtered.batch(value),
  risk: (value) => strings.filtered.risk(value),
  assignee: (value, { people }) =>
    value === "none" ? strings.filtered.assignedToNobody : strings.filtered.assignedTo(people.get(value) ?? value),
  age: (value) => strings.filtered.olderThan(ageWords(Number(value))),
} as const satisfies Partial<Record<keyof QueueSearch, (value: string, names: Names, search: QueueSearch) => string | null>>;

export interface FilterWords {
  name: keyof typeof WORDS;
  /** Contains what an agent or a colleague wrote; show it by `displayText`. */
  text: string;
}

const NAMES = Object.keys(WORDS) as (keyof typeof WORDS)[];

/** The active filters in words, without status, order and grouping. */
export function useFilterWords(search: QueueSearch, counts: Counts | undefined): FilterWords[] {
  const isOfPerson = search.decidedBy !== undefined || (search.assignee !== undefined && search.assignee !== "none");
  const members = useQuery({ ...membersQuery, enabled: isOfPerson }).data ?? [];
  const agents = useQuery({ ...agentsQuery, enabled: search.agent !== undefined, refetchInterval: false }).data ?? [];
  const names: Names = {
    agents: new Map([...(counts?.byAgent ?? []), ...agents].map(({ id, name }) => [id, name])),
    people: new Map(members.map(({ userId, name }) => [userId, name])),
  };
  return NAMES.flatMap((name) => {
    const value = search[name];
    const text = value === undefined ? null : WORDS[name](value, names, search);
    return text === null ? [] : [{ name, text }];
  });
}

/** The status that is listed, as its view or by its own name. */
export function listedWords(status: string | undefined): string {
  const view = VIEWS.find((one) => one.status === status);
  if (view) return strings.views[view.name];
  const known = (status ?? "").split(",").flatMap((word) => ACTION_STATUSES.filter((one) => one === word));
  return known.length === 0 ? strings.views.waiting : known.map((one) => statusLabel(one)).join(", ");
}
