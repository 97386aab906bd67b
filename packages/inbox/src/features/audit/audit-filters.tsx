import { ACTION_STATUSES } from "@countersign/protocol";
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { agentsQuery, membersQuery, toolsQuery } from "../../api/admin-queries.ts";
import type { AuditSearch } from "./audit-search.ts";
import { strings } from "../../strings/audit.tsx";
import { DaysFilter } from "../../ui/days-filter.tsx";
import { eventWords } from "../../ui/event-words.ts";
import { NamedFilter } from "../../ui/named-filter.tsx";
import { statusLabel } from "../../ui/status-words.ts";
import classes from "./audit-page.module.css";

const TYPING_PAUSE_MS = 300;

interface Props {
  search: AuditSearch;
  /** An empty text removes that part of the filter. */
  onChange: (part: AuditSearch) => void;
}

/** Filters of the audit log. Each one is in the URL, so that a link shows a colleague the same entries. */
export function AuditFilters({ search, onChange }: Props) {
  const words = strings.filters;
  const agents = useQuery({ ...agentsQuery, refetchInterval: false }).data ?? [];
  const members = useQuery(membersQuery).data ?? [];
  const tools = useQuery(toolsQuery).data ?? [];
  return (
    <div className={classes.filters} role="search" aria-label={words.label}>
      <SearchText text={search.q ?? ""} onChange={(q) => onChange({ q })} />
      <NativeSelect
        label={words.kind}
        value={search.kind ?? ""}
        onChange={({ currentTarget }) => onChange({ kind: currentTarget.value })}
        data={[
          { value: "", label: words.anyKind },
          ...Object.entries(eventWords()).map(([value, label]) => ({ value, label })),
        ]}
      />
      <DaysFilter search={search} size="sm" onChange={onChange} />
      <NamedFilter
        size="sm"
        label={words.agent}
        any={words.anyAgent}
        value={search.agent ?? ""}
        options={agents.map(({ id, name, revokedAt }) => ({ value: id, name, isGone: revokedAt !== null }))}
        onChange={(agent) => onChange({ agent })}
      />
      <NamedFilter
        size="sm"
        label={words.person}
        any={words.anyPerson}
        value={search.person ?? ""}
        options={members.map(({ userId, name }) => ({ value: userId, name }))}
        onChange={(person) => onChange({ person })}
      />
      <NamedFilter
        size="sm"
        label={words.tool}
        any={words.anyTool}
        value={search.tool ?? ""}
        options={tools.map(({ name }) => ({ value: name, name }))}
        onChange={(tool) => onChange({ tool })}
      />
      <NamedFilter
        size="sm"
        label={words.outcome}
        any={words.anyOutcome}
        value={search.status ?? ""}
        options={ACTION_STATUSES.map((status) => ({ value: status, name: statusLabel(status) }))}
        onChange={(status) => onChange({ status })}
      />
      {search.actionId !== undefined && (
        <Button variant="default" onClick={() => onChange({ actionId: "" })}>
          {words.ofOneAction}
        </Button>
      )}
    </div>
  );
}

/** Follows the URL when it changes by a link, by going back, or because the filters are cleared. */
function SearchText({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const [typed, setTyped] = useState(text);
  const [known, setKnown] = useState(text);
  if (known !== text) {
    setKnown(text);
    setTyped(text);
  }
  const find = useDebouncedCallback(onChange, TYPING_PAUSE_MS);
  return (
    <TextInput
      type="search"
      label={strings.filters.search}
      placeholder={strings.filters.searchExample}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        find(value);
      }}
    />
  );
}
