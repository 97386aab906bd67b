import { ACTION_STATUSES, displayText, type Counts, type SavedView } from "@countersign/protocol";
import { NativeSelect, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { membersQuery } from "../../api/admin-queries.ts";
import { savedViewsQuery, useViewChanges } from "../../api/saved-views.ts";
import { useMe } from "../../api/signed-in.ts";
import { stringifySearch } from "../../page-search.ts";
import { strings } from "../../strings/queue.tsx";
import { riskWords } from "../../ui/risk-words.ts";
import { SavedViews } from "../../ui/saved-views.tsx";
import { statusLabel } from "../../ui/status-words.ts";
import { ageWords } from "../../ui/time-words.ts";
import { showsHistory } from "./history-filters.tsx";
import type { QueueSearch } from "./queue-search.ts";
import classes from "./more-filters.module.css";

interface Props {
  search: QueueSearch;
  counts: Counts | undefined;
  saved: readonly SavedView[];
  onChange: (part: Partial<QueueSearch>) => void;
}

const AGES_SECONDS = [900, 3600, 14_400, 86_400, 604_800];
const ages = () => AGES_SECONDS.map((age) => ({ value: String(age), label: strings.filtered.olderThan(ageWords(age)) }));
const statuses = () =>
  ACTION_STATUSES.filter((status) => status !== "pending").map((status) => ({
    value: status,
    label: statusLabel(status),
  }));
const RISKS = [5, 4, 3, 2, 1, 0] as const;
/** Rules treat a tool that is not vetted as risk level 5. */
const levelName = (risk: (typeof RISKS)[number]): string =>
  risk === 5 ? strings.filters.orNotVetted(riskWords(risk)) : riskWords(risk);

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
  const words = strings.filters;
  const { names } = strings.groups;
  const me = useMe();
  const members = useQuery(membersQuery).data ?? [];
  // Another page of the same person tells nobody of a private view.
  useQuery({ ...savedViewsQuery, refetchOnMount: "always" });
  const pendingOf = (risk: number): number => counts?.byRisk.find((one) => one.risk === risk)?.pending ?? 0;

  return (
    <div className={classes.panel} role="group" aria-label={words.more}>
      <div className={classes.grid}>
        {!showsHistory(search) &&
          select(
            "agent",
            words.agent,
            words.anyAgent,
            (counts?.byAgent ?? []).map(({ id, name, pending }) => ({
              value: id,
              label: `${displayText(name, { newlines: "mark" })} (${pending})`,
            })),
          )}
        {select(
          "risk",
          words.risk,
          words.anyRisk,
          RISKS.map((risk) => ({ value: String(risk), label: `${levelName(risk)} (${pendingOf(risk)})` })),
        )}
        {select("assignee", words.assignee, words.anyone, [
          ...(me ? [{ value: me.principal.id, label: words.you }] : []),
          { value: "none", label: words.nobody },
          ...members
            .filter(({ userId, role }) => role !== "viewer" && userId !== me?.principal.id)
            .map(({ userId, name }) => ({ value: userId, label: displayText(name, { newlines: "mark" }) })),
        ])}
        {select("age", words.age, words.anyAge, ages())}
        {select("status", words.status, words.waiting, statuses())}
        {select("group", words.groupBy, words.noGroups, [
          { value: "batch", label: names.batch },
          { value: "mission", label: names.mission },
          { value: "tool", label: names.tool },
        ])}
        {select("sort", words.order, words.mostUrgentFirst, [{ value: "newest", label: words.newestFirst }])}
        <ExactFilter name="mission" label={words.mission} value={search.mission ?? ""} onChange={onChange} />
        <ExactFilter name="batch" label={words.batch} value={search.batch ?? ""} onChange={onChange} />
      </div>
      <SavedViews
        page="inbox"
        views={saved}
        query={stringifySearch({ ...search }).slice(1)}
        reader={me?.principal.id}
        changes={useViewChanges()}
      />
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
      placeholder={strings.filters.exactId}
      defaultValue={value}
      onBlur={(event) => apply(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === "Enter") apply(event.currentTarget.value);
      }}
    />
  );
}
