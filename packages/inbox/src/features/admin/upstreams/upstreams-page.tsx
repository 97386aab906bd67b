import type { UpstreamServer } from "@countersign/protocol";
import { Button, Group } from "@mantine/core";
import { IconPlugConnected } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { upstreamsQuery } from "../../../api/admin-queries.ts";
import { strings } from "../../../strings/upstreams.tsx";
import { Blank } from "../../../ui/blank.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import { Loaded } from "../shared/loaded.tsx";
import { PageHead } from "../shared/page-head.tsx";
import { useAdminSearch } from "../shared/use-admin-search.ts";
import { ImportDialog } from "./import-dialog.tsx";
import { UpstreamCard } from "./upstream-card.tsx";
import { UpstreamDialog } from "./upstream-dialog.tsx";
import classes from "../shared/admin.module.css";

const SEARCH_FROM = 6;

/** Lists the MCP servers behind the gate with their current state as this server sees it. */
export function UpstreamsPage() {
  const words = strings.page;
  const upstreams = useQuery(upstreamsQuery);
  const [search, setSearch] = useAdminSearch();
  const [importing, setImporting] = useState(false);
  const [editing, setEditing] = useState<UpstreamServer | "new" | null>(null);
  return (
    <>
      <PageHead title={words.title} says={words.says}>
        <Group gap="xs">
          <Button variant="default" onClick={() => setImporting(true)}>
            {words.importFromClient}
          </Button>
          <Button onClick={() => setEditing("new")}>{words.connect}</Button>
        </Group>
      </PageHead>
      <Loaded query={upstreams} what={words.servers}>
        {(rows) => (
          <>
            {(rows.length >= SEARCH_FROM || search.q !== undefined) && (
              <div className={classes.filters} role="search">
                <SearchField label={words.search} text={search.q ?? ""} onChange={(q) => setSearch({ q })} />
              </div>
            )}
            <List rows={rows} search={search.q ?? ""} onEdit={setEditing} />
          </>
        )}
      </Loaded>
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
      {editing && <UpstreamDialog upstream={editing === "new" ? null : editing} onClose={() => setEditing(null)} />}
    </>
  );
}

interface ListProps {
  rows: readonly UpstreamServer[];
  search: string;
  onEdit: (upstream: UpstreamServer) => void;
}

function List({ rows, search, onEdit }: ListProps) {
  const wanted = search.toLowerCase();
  const shown = rows.filter(({ name, url, command }) => `${name} ${url ?? ""} ${command ?? ""}`.toLowerCase().includes(wanted));
  if (rows.length === 0) {
    return (
      <Blank icon={<IconPlugConnected size={26} />} title={strings.page.empty}>
        {strings.page.howToAdd}
      </Blank>
    );
  }
  if (shown.length === 0) return <p role="status">{strings.page.noMatch}</p>;
  return (
    <ul className={classes.list}>
      {shown.map((upstream) => (
        <UpstreamCard key={upstream.name} upstream={upstream} onEdit={() => onEdit(upstream)} />
      ))}
    </ul>
  );
}
