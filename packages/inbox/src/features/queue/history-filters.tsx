import { useQuery } from "@tanstack/react-query";
import { agentsQuery, membersQuery } from "../../api/admin-queries.ts";
import { strings } from "../../strings/queue.tsx";
import { DaysFilter } from "../../ui/days-filter.tsx";
import { NamedFilter } from "../../ui/named-filter.tsx";
import type { QueueSearch } from "./queue-search.ts";
import classes from "./queue-pane.module.css";

interface Props {
  search: QueueSearch;
  onChange: (part: Partial<QueueSearch>) => void;
}

/** Whether the list is about what happened; the list of what waits needs its place for rows. */
export const showsHistory = ({ status, days, decidedBy }: QueueSearch): boolean =>
  status !== undefined || days !== undefined || decidedBy !== undefined;

/** Filters of what was done: by which agent, when, and who decided. */
export function HistoryFilters({ search, onChange }: Props) {
  const agents = useQuery({ ...agentsQuery, refetchInterval: false }).data ?? [];
  const members = useQuery(membersQuery).data ?? [];
  return (
    <div className={classes.history}>
      <NamedFilter
        size="xs"
        label={strings.filters.agent}
        any={strings.filters.anyAgent}
        value={search.agent ?? ""}
        options={agents.map(({ id, name, revokedAt }) => ({ value: id, name, isGone: revokedAt !== null }))}
        onChange={(agent) => onChange({ agent })}
      />
      <NamedFilter
        size="xs"
        label={strings.filters.decidedBy}
        any={strings.filters.anyone}
        value={search.decidedBy ?? ""}
        options={members.map(({ userId, name }) => ({ value: userId, name }))}
        onChange={(decidedBy) => onChange({ decidedBy })}
      />
      <DaysFilter search={search} size="xs" onChange={onChange} />
    </div>
  );
}
