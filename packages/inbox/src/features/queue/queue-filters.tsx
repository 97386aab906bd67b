import { CloseButton, NativeSelect, Pill, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { countsQuery } from "../../api/queries.ts";
import { displayText } from "@countersign/protocol";
import { VIEWS, type QueueSearch } from "./queue-search.ts";
import classes from "./queue-pane.module.css";

const TYPING_MS = 250;
const LABEL_NAMES = { mission: "Mission", batch: "Batch", risk: "Risk" } as const;

/** Every filter is in the address, so that a view can be kept, shared and gone back to. */
export function QueueFilters({ search }: { search: QueueSearch }) {
  const navigate = useNavigate();
  const counts = useQuery(countsQuery).data;
  const change = (part: Partial<QueueSearch>): void =>
    void navigate({ to: ".", search: () => dropEmpty({ ...search, ...part }), replace: true });
  const sum = (statuses: readonly string[]): number =>
    statuses.reduce((total, status) => total + (counts?.byStatus[status] ?? 0), 0);
  const tools = [
    ...new Set([...(counts?.byTool.map(({ toolName }) => toolName) ?? []), ...(search.tool ? [search.tool] : [])]),
  ].sort();

  return (
    <div role="search" aria-label="Filter the queue">
      <nav className={classes.views} aria-label="Views">
        {VIEWS.map(({ label, status, statuses }) => {
          const number = status === undefined || label === "Needs you" ? sum(statuses ?? []) : 0;
          return (
            <Link
              key={label}
              to="/"
              search={dropEmpty({ ...search, status: status ?? "" })}
              className={classes.view}
              aria-current={search.status === status ? "true" : undefined}
              activeOptions={{ exact: true }}
            >
              {label}
              {number > 0 && (
                <span className={classes.number} data-alarm={label === "Needs you" || undefined}>
                  {number > 999 ? "999+" : number}
                </span>
              )}
            </Link>
          );
        })}
      </nav>
      <div className={classes.inputs}>
        <TextFilter text={search.q ?? ""} onChange={(q) => change({ q })} />
        <NativeSelect
          size="xs"
          aria-label="Tool"
          value={search.tool ?? ""}
          onChange={(event) => change({ tool: event.currentTarget.value })}
          data={[
            { value: "", label: "Any tool" },
            ...tools.map((name) => ({ value: name, label: displayText(name, { newlines: "mark" }) })),
          ]}
        />
      </div>
      <div className={classes.chips}>
        {(["mission", "batch", "risk"] as const).map((name) => {
          const value = search[name];
          if (value === undefined) return null;
          const text = `${LABEL_NAMES[name]}: ${displayText(value, { newlines: "mark" })}`;
          return (
            <Pill
              key={name}
              withRemoveButton
              removeButtonProps={{ "aria-label": `Remove the filter ${text}`, "aria-hidden": false, tabIndex: 0 }}
              onRemove={() => change({ [name]: "" })}
            >
              {text}
            </Pill>
          );
        })}
      </div>
    </div>
  );
}

function TextFilter({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const [typed, setTyped] = useState(text);
  const [known, setKnown] = useState(text);
  if (known !== text) {
    // The address changed by a link or by going back, not by what is being typed here.
    setKnown(text);
    if (typed.trim() !== text) setTyped(text);
  }
  const settle = useDebouncedCallback(onChange, TYPING_MS);
  const type = (value: string): void => {
    setTyped(value);
    settle(value.trim());
  };
  return (
    <TextInput
      size="xs"
      type="search"
      aria-label="Text in the tool, target, caption or input"
      placeholder="Search"
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={typed === "" ? null : <CloseButton size="xs" aria-label="Clear the search" onClick={() => type("")} />}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}

const dropEmpty = (search: QueueSearch): QueueSearch => Object.fromEntries(Object.entries(search).filter(([, value]) => value));
