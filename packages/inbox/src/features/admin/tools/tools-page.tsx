import { displayText, type Tool } from "@countersign/protocol";
import { Button, NativeSelect } from "@mantine/core";
import { IconTool } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { apiKeysQuery, connectionsQuery, toolsQuery } from "../../../api/admin-queries.ts";
import { Blank } from "../../../ui/blank.tsx";
import { strings as adminStrings } from "../../../strings/admin.tsx";
import { strings } from "../../../strings/tools.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import type { AdminSearch } from "../../../page-search.ts";
import { Loaded } from "../shared/loaded.tsx";
import { PageHead } from "../shared/page-head.tsx";
import { useAdminSearch } from "../shared/use-admin-search.ts";
import { filterTools, sourcesOf, TOOL_STATES } from "./tool-filter.ts";
import { needsAttention } from "./tool-words.ts";
import { ToolList } from "./tool-list.tsx";
import classes from "../shared/admin.module.css";

const ToolDrawer = lazy(async () => ({ default: (await import("./tool-drawer.tsx")).ToolDrawer }));
const EditableList = lazy(async () => ({ default: (await import("./editable-list.tsx")).EditableList }));

/** Lists every tool of the workspace and how it is guarded. */
export function ToolsPage() {
  const tools = useQuery(toolsQuery);
  const [search, setSearch] = useAdminSearch();
  return (
    <>
      <PageHead title={strings.page.title} says={strings.page.says} />
      <Loaded query={tools} what={adminStrings.theTools}>
        {(rows) => <Tools rows={rows} search={search} onSearch={setSearch} />}
      </Loaded>
      {search.open !== undefined && (
        <Suspense>
          <ToolDrawer
            key={search.open}
            name={search.open}
            tab={search.tab}
            onTab={(tab) => setSearch({ tab })}
            onClose={() => setSearch({ open: "", tab: "" })}
          />
        </Suspense>
      )}
    </>
  );
}

interface Props {
  rows: readonly Tool[];
  search: AdminSearch;
  onSearch: (part: AdminSearch) => void;
}

function Tools({ rows, search, onSearch }: Props) {
  const apiKeys = useQuery(apiKeysQuery).data ?? [];
  const connections = useQuery(connectionsQuery).data ?? [];
  const [isEditing, setIsEditing] = useState(false);
  const words = strings.page;
  const filter = strings.filter;
  const shown = filterTools(rows, search);
  const waiting = rows.filter(needsAttention).length;
  const groups = [...new Set(rows.flatMap((tool) => tool.groups.map(({ group }) => group)))].sort();
  if (rows.length === 0) {
    return (
      <Blank icon={<IconTool size={26} />} title={words.none}>
        {words.noneSays}
      </Blank>
    );
  }
  return (
    <>
      {waiting > 0 && search.state !== "attention" && (
        <Notice tone="caution" title={words.withheld(waiting)}>
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => onSearch({ state: "attention", q: "", from: "", group: "" })}
          >
            {words.showWithheld(waiting)}
          </Button>
        </Notice>
      )}
      <div className={classes.filters} role="search" aria-label={filter.label}>
        <SearchField label={filter.search} text={search.q ?? ""} onChange={(q) => onSearch({ q })} />
        <NativeSelect
          size="xs"
          aria-label={filter.from}
          value={search.from ?? ""}
          data={[{ value: "", label: filter.fromAnywhere }, ...sourcesOf(rows)]}
          onChange={({ currentTarget }) => onSearch({ from: currentTarget.value })}
        />
        <NativeSelect
          size="xs"
          aria-label={filter.group}
          value={search.group ?? ""}
          data={[
            { value: "", label: filter.anyGroup },
            ...groups.map((name) => ({ value: name, label: displayText(name, { newlines: "mark" }) })),
          ]}
          onChange={({ currentTarget }) => onSearch({ group: currentTarget.value })}
        />
        <NativeSelect
          size="xs"
          aria-label={filter.state}
          value={search.state ?? ""}
          data={[
            { value: "", label: filter.anyState },
            ...TOOL_STATES.map((value) => ({ value, label: filter.states[value] })),
          ]}
          onChange={({ currentTarget }) => onSearch({ state: currentTarget.value })}
        />
      </div>
      <div className={classes.head}>
        <p role="status" className={classes.says}>
          {words.shown(shown.length, rows.length)}
        </p>
        {!isEditing && (
          <Button size="xs" variant="default" onClick={() => setIsEditing(true)}>
            {strings.editing.open}
          </Button>
        )}
      </div>
      {isEditing ? (
        <Suspense>
          <EditableList all={rows} shown={shown} search={search} onClose={() => setIsEditing(false)} />
        </Suspense>
      ) : (
        <ToolList tools={shown} apiKeys={apiKeys} connections={connections} search={search} />
      )}
    </>
  );
}
