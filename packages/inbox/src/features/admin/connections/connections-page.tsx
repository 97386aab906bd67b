import type { Connection, ConnectorKind } from "@countersign/protocol";
import { Button } from "@mantine/core";
import { IconPlug } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { connectionsQuery, connectorsQuery } from "../../../api/admin-queries.ts";
import { strings } from "../../../strings/connections.tsx";
import { Blank } from "../../../ui/blank.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import { Loaded } from "../shared/loaded.tsx";
import { PageHead } from "../shared/page-head.tsx";
import { useAdminSearch } from "../shared/use-admin-search.ts";
import { ConnectionCard } from "./connection-card.tsx";
import { ConnectionDialog } from "./connection-dialog.tsx";
import classes from "../shared/admin.module.css";

const SEARCH_FROM = 6;

/** Lists services that this server calls itself, with its own credentials. */
export function ConnectionsPage() {
  const words = strings.page;
  const connections = useQuery(connectionsQuery);
  const connectors = useQuery(connectorsQuery);
  const [search, setSearch] = useAdminSearch();
  const [editing, setEditing] = useState<Connection | "new" | null>(null);
  // What carries notifications has a page of its own.
  const isOther = (name: string): boolean => connectors.data?.find((kind) => kind.name === name)?.carriesNotifications !== true;
  const kinds = (connectors.data ?? []).filter(({ name }) => isOther(name));
  return (
    <>
      <PageHead title={words.title} says={words.says}>
        <Button disabled={kinds.length === 0} onClick={() => setEditing("new")}>
          {words.add}
        </Button>
      </PageHead>
      <Loaded query={connections} what={words.connections}>
        {(all) => {
          const rows = all.filter(({ connector }) => isOther(connector));
          return (
            <>
              {(rows.length >= SEARCH_FROM || search.q !== undefined) && (
                <div className={classes.filters} role="search">
                  <SearchField label={words.search} text={search.q ?? ""} onChange={(q) => setSearch({ q })} />
                </div>
              )}
              <List rows={rows} kinds={kinds} search={search.q ?? ""} onEdit={setEditing} />
            </>
          );
        }}
      </Loaded>
      {editing && kinds.length > 0 && (
        <ConnectionDialog connectors={kinds} connection={editing === "new" ? null : editing} onClose={() => setEditing(null)} />
      )}
    </>
  );
}

interface ListProps {
  rows: readonly Connection[];
  kinds: readonly ConnectorKind[];
  search: string;
  onEdit: (connection: Connection) => void;
}

function List({ rows, kinds, search, onEdit }: ListProps) {
  const wanted = search.toLowerCase();
  const shown = rows.filter(({ name, tools }) => `${name} ${tools.join(" ")}`.toLowerCase().includes(wanted));
  if (rows.length === 0) {
    return (
      <Blank icon={<IconPlug size={26} />} title={strings.page.empty}>
        {strings.page.howToAdd}
      </Blank>
    );
  }
  if (shown.length === 0) return <p role="status">{strings.page.noMatch}</p>;
  const kindOf = (name: string): ConnectorKind | undefined => kinds.find((kind) => kind.name === name);
  return (
    <ul className={classes.list}>
      {shown.map((connection) => (
        <ConnectionCard
          key={connection.id}
          connection={connection}
          kind={kindOf(connection.connector)}
          onEdit={() => onEdit(connection)}
        />
      ))}
    </ul>
  );
}
