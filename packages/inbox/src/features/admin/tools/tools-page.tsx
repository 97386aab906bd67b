import { displayText, type Tool } from "@countersign/protocol";
import { Button, NativeSelect } from "@mantine/core";
import { IconTool } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { apiKeysQuery, connectionsQuery, toolsQuery } from "../../../api/admin-queries.ts";
import { Blank } from "../../../ui/blank.tsx";
import { count } from "../../../strings/count.ts";
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

/** Lists every tool of the workspace and how it is guarded. */
export function ToolsPage() {
  const tools = useQuery(toolsQuery);
  const [search, setSearch] = useAdminSearch();
  return (
    <>
      <PageHead
        title="Tools"
        says="What agents can call, and whether a person is asked first. An agent sees only the tools of its groups."
      />
      <Loaded query={tools} what="The tools">
        {(rows) => <Tools rows={rows} search={search} onSearch={setSearch} />}
      </Loaded>
      {search.open !== undefined && (
        <Suspense>
          <ToolDrawer key={search.open} name={search.open} onClose={() => setSearch({ open: "" })} />
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
  const shown = filterTools(rows, search);
  const waiting = rows.filter(needsAttention).length;
  const groups = [...new Set(rows.flatMap((tool) => tool.groups.map(({ group }) => group)))].sort();
  if (rows.length === 0) {
    return (
      <Blank icon={<IconTool size={26} />} title="No tool yet">
        Tools come from MCP servers, from services, from workers that register them, and from this server itself.
      </Blank>
    );
  }
  return (
    <>
      {waiting > 0 && search.state !== "attention" && (
        <Notice tone="caution" title={`${count(waiting, "tool")} withheld until somebody looks`}>
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => onSearch({ state: "attention", q: "", from: "", group: "" })}
          >
            Show {waiting === 1 ? "it" : "them"}
          </Button>
        </Notice>
      )}
      <div className={classes.filters} role="search" aria-label="Filter the tools">
        <SearchField label="Name or words of a tool" text={search.q ?? ""} onChange={(q) => onSearch({ q })} />
        <NativeSelect
          size="xs"
          aria-label="From"
          value={search.from ?? ""}
          data={[{ value: "", label: "From anywhere" }, ...sourcesOf(rows)]}
          onChange={({ currentTarget }) => onSearch({ from: currentTarget.value })}
        />
        <NativeSelect
          size="xs"
          aria-label="Group"
          value={search.group ?? ""}
          data={[
            { value: "", label: "Any group" },
            ...groups.map((name) => ({ value: name, label: displayText(name, { newlines: "mark" }) })),
          ]}
          onChange={({ currentTarget }) => onSearch({ group: currentTarget.value })}
        />
        <NativeSelect
          size="xs"
          aria-label="State"
          value={search.state ?? ""}
          data={[
            { value: "", label: "Any state" },
            ...Object.entries(TOOL_STATES).map(([value, { label }]) => ({ value, label })),
          ]}
          onChange={({ currentTarget }) => onSearch({ state: currentTarget.value })}
        />
      </div>
      <p role="status" className={classes.says}>
        {shown.length === rows.length ? count(rows.length, "tool") : `${shown.length} of ${count(rows.length, "tool")}`}
      </p>
      <ToolList tools={shown} apiKeys={apiKeys} connections={connections} search={search} />
    </>
  );
}
