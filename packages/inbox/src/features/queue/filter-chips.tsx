import { type Counts, displayText } from "@countersign/protocol";
import { Pill } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import { membersQuery } from "../../api/admin-queries.ts";
import { ageWords } from "../../ui/time-words.ts";
import type { QueueSearch } from "./queue-search.ts";
import type { SavedView } from "./use-saved-views.ts";
import classes from "./queue-pane.module.css";

interface Props {
  search: QueueSearch;
  counts: Counts | undefined;
  views: readonly SavedView[];
  onChange: (part: Partial<QueueSearch>) => void;
}

interface Known {
  counts: Counts | undefined;
  /** Names of people by user id. */
  people: ReadonlyMap<string, string>;
}

const CHIPS = {
  agent: (value, { counts }) => `Agent: ${counts?.byAgent.find(({ id }) => id === value)?.name ?? value}`,
  mission: (value) => `Mission: ${value}`,
  batch: (value) => `Batch: ${value}`,
  risk: (value) => `Risk: ${value} of 5`,
  assignee: (value, { people }) => `Assigned to ${value === "none" ? "nobody" : (people.get(value) ?? value)}`,
  age: (value) => `Older than ${ageWords(Number(value))}`,
  sort: () => "Newest first",
  group: (value) => `By ${value}`,
} as const satisfies Partial<Record<keyof QueueSearch, (value: string, known: Known) => string>>;

const NAMES = Object.keys(CHIPS) as (keyof typeof CHIPS)[];

/** Shows saved views and active filters; each filter can be removed. */
export function FilterChips({ search, counts, views, onChange }: Props) {
  const isOfPerson = search.assignee !== undefined && search.assignee !== "none";
  const members = useQuery({ ...membersQuery, enabled: isOfPerson }).data ?? [];
  const people = new Map(members.map(({ userId, name }) => [userId, name]));
  return (
    <>
      {views.length > 0 && (
        <nav className={classes.chips} aria-label="Saved views">
          {views.map((view) => (
            <Link
              key={view.name}
              to="/"
              search={view.search}
              className={classes.saved}
              activeOptions={{ exact: true, includeSearch: true }}
            >
              {displayText(view.name, { newlines: "mark" })}
            </Link>
          ))}
        </nav>
      )}
      <div className={classes.chips}>
        {NAMES.map((name) => {
          const value = search[name];
          if (value === undefined) return null;
          const text = displayText(CHIPS[name](value, { counts, people }), { newlines: "mark" });
          return (
            <Pill
              key={name}
              withRemoveButton
              removeButtonProps={{ "aria-label": `Remove the filter ${text}`, "aria-hidden": false, tabIndex: 0 }}
              onRemove={() => onChange({ [name]: "" })}
            >
              {text}
            </Pill>
          );
        })}
      </div>
    </>
  );
}
