import { type Counts, displayText } from "@countersign/protocol";
import { Pill } from "@mantine/core";
import { strings } from "../../strings/queue.tsx";
import { useFilterWords } from "./filter-words.ts";
import type { GroupBy } from "./group-rows.ts";
import type { QueueSearch } from "./queue-search.ts";
import classes from "./queue-pane.module.css";

interface Props {
  search: QueueSearch;
  counts: Counts | undefined;
  onChange: (part: Partial<QueueSearch>) => void;
}

/** Filters with a control of their own that is always on the screen. */
const ELSEWHERE: readonly string[] = ["q", "tool"];
/** What removing a filter changes, where it is more than the parameter of its name. */
const WITHOUT: Partial<Record<string, Partial<QueueSearch>>> = { days: { days: "", from: "", until: "" } };

/** Shows the active filters; each can be removed. */
export function FilterChips({ search, counts, onChange }: Props) {
  const words = useFilterWords(search, counts).filter(({ name }) => !ELSEWHERE.includes(name));
  const by = search.group as GroupBy | undefined;
  const chips = [
    ...words.map(({ name, text }) => ({ name, text, without: WITHOUT[name] ?? { [name]: "" } })),
    ...(search.sort === undefined ? [] : [{ name: "sort", text: strings.filters.newestFirst, without: { sort: "" } }]),
    ...(by === undefined ? [] : [{ name: "group", text: strings.groups.by[by], without: { group: "" } }]),
  ];
  return (
    <div className={classes.chips}>
      {chips.map(({ name, text: raw, without }) => {
        const text = displayText(raw, { newlines: "mark" });
        return (
          <Pill
            key={name}
            withRemoveButton
            removeButtonProps={{ "aria-label": strings.filters.remove(text), "aria-hidden": false, tabIndex: 0 }}
            onRemove={() => onChange(without)}
          >
            {text}
          </Pill>
        );
      })}
    </div>
  );
}
