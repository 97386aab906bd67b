import { ACTION_STATUSES, displayText, RISK_NAMES, type Counts } from "@countersign/protocol";
import { Button, CloseButton, Group, NativeSelect, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { membersQuery } from "../../api/admin-queries.ts";
import { useMe } from "../../api/signed-in.ts";
import { statusLabel } from "../../ui/status-words.ts";
import { ageWords } from "../../ui/time-words.ts";
import { showsHistory } from "./history-filters.tsx";
import type { QueueSearch } from "./queue-search.ts";
import type { useSavedViews } from "./use-saved-views.ts";
import classes from "./more-filters.module.css";

interface Props {
  search: QueueSearch;
  counts: Counts | undefined;
  saved: ReturnType<typeof useSavedViews>;
  onChange: (part: Partial<QueueSearch>) => void;
}

const AGES_SECONDS = [900, 3600, 14_400, 86_400, 604_800];
const AGES = AGES_SECONDS.map((age) => ({ value: String(age), label: `Older than ${ageWords(age)}` }));
const STATUSES = ACTION_STATUSES.filter((status) => status !== "pending");
const RISKS = [5, 4, 3, 2, 1, 0] as const;
/** Rules treat a tool that is not vetted as risk level 5. */
const LEVELS = { ...RISK_NAMES, 5: `${RISK_NAMES[5]}, or not vetted` } as const;

/** The less common filters, and the form to save the current ones as a named view. */
export function MoreFilters({ search, counts, saved, onChange }: Props) {
  const select = (
    name: keyof QueueSearch,
    label: string,
    any: string,
    options: readonly { value: string; label: string }[],
  ) => {
    const value = search[name] ?? "";
    const known = options.some((option) => option.value === value);
    return (
      <NativeSelect
        size="xs"
        label={label}
        value={value}
        onChange={(event) => onChange({ [name]: event.currentTarget.value })}
        data={[
          { value: "", label: any },
          ...options,
          ...(value === "" || known ? [] : [{ value, label: displayText(value, { newlines: "mark" }) }]),
        ]}
      />
    );
  };
  const me = useMe();
  const members = useQuery(membersQuery).data ?? [];
  const pendingOf = (risk: number): number => counts?.byRisk.find((one) => one.risk === risk)?.pending ?? 0;

  return (
    <div className={classes.panel} role="group" aria-label="More filters">
      <div className={classes.grid}>
        {!showsHistory(search) &&
          select(
            "agent",
            "Agent",
            "Any agent",
            (counts?.byAgent ?? []).map(({ id, name, pending }) => ({
              value: id,
              label: `${displayText(name, { newlines: "mark" })} (${pending})`,
            })),
          )}
        {select(
          "risk",
          "Risk",
          "Any risk",
          RISKS.map((risk) => ({ value: String(risk), label: `${LEVELS[risk]} (${pendingOf(risk)})` })),
        )}
        {select("assignee", "Assigned to", "Anyone", [
          ...(me ? [{ value: me.principal.id, label: "You" }] : []),
          { value: "none", label: "Nobody" },
          ...members
            .filter(({ userId, role }) => role !== "viewer" && userId !== me?.principal.id)
            .map(({ userId, name }) => ({ value: userId, label: displayText(name, { newlines: "mark" }) })),
        ])}
        {select("age", "Age", "Any age", AGES)}
        {select(
          "status",
          "Status",
          "Waiting",
          STATUSES.map((status) => ({ value: status, label: statusLabel(status) })),
        )}
        {select("group", "Group by", "Nothing", [
          { value: "batch", label: "Batch" },
          { value: "mission", label: "Mission" },
          { value: "tool", label: "Tool" },
        ])}
        {select("sort", "Order", "Most urgent first", [{ value: "newest", label: "Newest first" }])}
        <ExactFilter name="mission" label="Mission" value={search.mission ?? ""} onChange={onChange} />
        <ExactFilter name="batch" label="Batch" value={search.batch ?? ""} onChange={onChange} />
      </div>
      <SaveView search={search} saved={saved} />
    </div>
  );
}

interface ExactProps extends Pick<Props, "onChange"> {
  name: "mission" | "batch";
  label: string;
  value: string;
}

/** Filters by a complete id. Applies on Enter or on leaving the field, not letter by letter. */
function ExactFilter({ name, label, value, onChange }: ExactProps) {
  const apply = (typed: string): void => {
    if (typed.trim() !== value) onChange({ [name]: typed.trim() });
  };
  return (
    <TextInput
      key={value}
      size="xs"
      label={label}
      placeholder="Its id"
      defaultValue={value}
      onBlur={(event) => apply(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === "Enter") apply(event.currentTarget.value);
      }}
    />
  );
}

const MAX_NAME = 60;

function SaveView({ search, saved }: Pick<Props, "search" | "saved">) {
  const [name, setName] = useState("");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() === "") return;
        saved.save(name.trim(), search);
        setName("");
      }}
    >
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          size="xs"
          flex={1}
          label="Save view as"
          maxLength={MAX_NAME}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" size="xs" variant="default" disabled={name.trim() === ""}>
          Save view
        </Button>
      </Group>
      {saved.views.length > 0 && (
        <ul className={classes.saved} aria-label="Saved views to remove">
          {saved.views.map((view) => {
            const text = displayText(view.name, { newlines: "mark" });
            return (
              <li key={view.name}>
                {text}
                <CloseButton size="sm" aria-label={`Remove the view ${text}`} onClick={() => saved.remove(view.name)} />
              </li>
            );
          })}
        </ul>
      )}
    </form>
  );
}
