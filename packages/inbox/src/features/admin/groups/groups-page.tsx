import type { Agent, Group } from "@countersign/protocol";
import { Button } from "@mantine/core";
import { IconUsersGroup } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { agentsQuery, groupsQuery } from "../../../api/admin-queries.ts";
import { Blank } from "../../../ui/blank.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import { strings } from "../../../strings/groups.tsx";
import { Loaded } from "../shared/loaded.tsx";
import { PageHead } from "../shared/page-head.tsx";
import { useAdminSearch } from "../shared/use-admin-search.ts";
import { GroupCard } from "./group-card.tsx";
import { RemoveGroup } from "./remove-group.tsx";
import classes from "../shared/admin.module.css";

const GroupDialog = lazy(async () => ({ default: (await import("./group-dialog.tsx")).GroupDialog }));

/** Lists groups, which are named sets of tools. The groups of an agent decide which tools it sees. */
export function GroupsPage() {
  const groups = useQuery(groupsQuery);
  const agents = useQuery(agentsQuery).data ?? [];
  const [{ q = "", open }, setSearch] = useAdminSearch();
  const [making, setMaking] = useState(false);
  const [removing, setRemoving] = useState<Group | null>(null);
  return (
    <>
      <PageHead title={strings.title} says={strings.says}>
        <Button onClick={() => setMaking(true)}>{strings.newGroup}</Button>
      </PageHead>
      <Loaded query={groups} what={strings.theGroups}>
        {(rows) => (
          <>
            <div className={classes.filters} role="search">
              <SearchField label={strings.search} text={q} onChange={(next) => setSearch({ q: next })} />
            </div>
            <List rows={rows} agents={agents} q={q} onEdit={(name) => setSearch({ open: name })} onRemove={setRemoving} />
            <Suspense>
              {making && <GroupDialog group={null} onClose={() => setMaking(false)} />}
              {open !== undefined && (
                <GroupDialog
                  key={open}
                  group={rows.find(({ name }) => name === open) ?? null}
                  name={open}
                  onClose={() => setSearch({ open: "" })}
                />
              )}
            </Suspense>
          </>
        )}
      </Loaded>
      {removing && <RemoveGroup group={removing} agents={agentsOf(removing, agents)} onClose={() => setRemoving(null)} />}
    </>
  );
}

const agentsOf = (group: Group, agents: readonly Agent[]): Agent[] =>
  agents.filter(({ groups, revokedAt }) => revokedAt === null && groups.includes(group.name));

interface ListProps {
  rows: readonly Group[];
  agents: readonly Agent[];
  q: string;
  onEdit: (name: string) => void;
  onRemove: (group: Group) => void;
}

function List({ rows, agents, q, onEdit, onRemove }: ListProps) {
  const wanted = q.toLowerCase();
  const shown = rows.filter(({ name, description, tools }) =>
    [name, description ?? "", ...tools.map((tool) => tool.name)].join(" ").toLowerCase().includes(wanted),
  );
  if (rows.length === 0) {
    return (
      <Blank icon={<IconUsersGroup size={26} />} title={strings.none}>
        {strings.noneSays}
      </Blank>
    );
  }
  if (shown.length === 0) return <p role="status">{strings.noneMatches}</p>;
  return (
    <ul className={classes.list}>
      {shown.map((group) => (
        <GroupCard
          key={group.name}
          group={group}
          agents={agentsOf(group, agents)}
          onEdit={() => onEdit(group.name)}
          onRemove={() => onRemove(group)}
        />
      ))}
    </ul>
  );
}
