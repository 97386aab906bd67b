import type { UpstreamServer } from "@countersign/protocol";
import { Button } from "@mantine/core";
import { IconPlugConnected } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { upstreamsQuery } from "../../../api/admin-queries.ts";
import { Blank } from "../../../ui/blank.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import { Loaded } from "../shared/loaded.tsx";
import { PageHead } from "../shared/page-head.tsx";
import { useAdminSearch } from "../shared/use-admin-search.ts";
import { UpstreamCard } from "./upstream-card.tsx";
import { UpstreamDialog } from "./upstream-dialog.tsx";
import classes from "../shared/admin.module.css";

const SEARCH_FROM = 6;

/** Lists the MCP servers behind the gate with their current state as this server sees it. */
export function UpstreamsPage() {
  const upstreams = useQuery(upstreamsQuery);
  const [search, setSearch] = useAdminSearch();
  const [editing, setEditing] = useState<UpstreamServer | "new" | null>(null);
  return (
    <>
      <PageHead
        title="MCP servers"
        says="Servers behind the gate. Agents never reach them: Countersign calls them, with credentials of their own, and what needs approval is sent only after a person approved it."
      >
        <Button onClick={() => setEditing("new")}>Connect MCP server…</Button>
      </PageHead>
      <Loaded query={upstreams} what="The MCP servers">
        {(rows) => (
          <>
            {(rows.length >= SEARCH_FROM || search.q !== undefined) && (
              <div className={classes.filters} role="search">
                <SearchField label="Name or address of a server" text={search.q ?? ""} onChange={(q) => setSearch({ q })} />
              </div>
            )}
            <List rows={rows} search={search.q ?? ""} onEdit={setEditing} />
          </>
        )}
      </Loaded>
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
      <Blank icon={<IconPlugConnected size={26} />} title="No MCP server yet">
        Connect a server that speaks HTTP here. One that is a command to run is written into <code>countersign.yaml</code> on
        the server, because whoever could name a command here could run anything.
      </Blank>
    );
  }
  if (shown.length === 0) return <p role="status">No server matches.</p>;
  return (
    <ul className={classes.list}>
      {shown.map((upstream) => (
        <UpstreamCard key={upstream.name} upstream={upstream} onEdit={() => onEdit(upstream)} />
      ))}
    </ul>
  );
}
