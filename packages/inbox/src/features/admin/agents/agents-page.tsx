import type { Agent } from "@countersign/protocol";
import { Button, Pill, Switch } from "@mantine/core";
import { displayText } from "@countersign/protocol";
import { IconRobot } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { agentsQuery } from "../../../api/admin-queries.ts";
import { strings } from "../../../strings/agents.tsx";
import { Blank } from "../../../ui/blank.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import { Loaded } from "../shared/loaded.tsx";
import { PageHead } from "../shared/page-head.tsx";
import { RevokeKey } from "../shared/revoke-key.tsx";
import { useAdminSearch } from "../shared/use-admin-search.ts";
import { AgentCard, type AgentTask } from "./agent-card.tsx";
import { ChatDialog } from "./chat-dialog.tsx";
import { ConnectDialog } from "./connect-dialog.tsx";
import { EditAgent } from "./edit-agent.tsx";
import { NewAgent } from "./new-agent.tsx";
import classes from "../shared/admin.module.css";

/** Lists agents. An agent is its API key: the key decides what the agent sees, what it may do and how it connects. */
export function AgentsPage() {
  const agents = useQuery(agentsQuery);
  const [{ q = "", group, state }, setSearch] = useAdminSearch();
  const [making, setMaking] = useState(false);
  const [open, setOpen] = useState<{ agent: Agent; as: AgentTask } | null>(null);
  const close = (): void => setOpen(null);
  const filter = (rows: readonly Agent[]): Agent[] =>
    rows.filter(
      ({ name, groups, revokedAt }) =>
        `${name} ${groups.join(" ")}`.toLowerCase().includes(q.toLowerCase()) &&
        (group === undefined || groups.includes(group)) &&
        (state === "all" || revokedAt === null),
    );
  return (
    <>
      <PageHead title={strings.title} says={strings.says}>
        <Button onClick={() => setMaking(true)}>{strings.create}</Button>
      </PageHead>
      <Loaded query={agents} what={strings.allAgents}>
        {(rows) => (
          <>
            <div className={classes.filters} role="search">
              <SearchField label={strings.search} text={q} onChange={(next) => setSearch({ q: next })} />
              {rows.some(({ revokedAt }) => revokedAt !== null) && (
                <Switch
                  size="xs"
                  label={strings.showRevoked(rows.filter(({ revokedAt }) => revokedAt !== null).length)}
                  checked={state === "all"}
                  onChange={({ currentTarget }) => setSearch({ state: currentTarget.checked ? "all" : "" })}
                />
              )}
            </div>
            {group !== undefined && (
              <div>
                <Pill
                  withRemoveButton
                  removeButtonProps={{ "aria-label": strings.removeGroupFilter, "aria-hidden": false, tabIndex: 0 }}
                  onRemove={() => setSearch({ group: "" })}
                >
                  {strings.groupFilter(displayText(group, { newlines: "mark" }))}
                </Pill>
              </div>
            )}
            {rows.length === 0 ? (
              <Blank icon={<IconRobot size={26} />} title={strings.noneYet.title}>
                {strings.noneYet.says}
              </Blank>
            ) : (
              <ul className={classes.list}>
                {filter(rows).map((agent) => (
                  <AgentCard key={agent.id} agent={agent} onOpen={(as) => setOpen({ agent, as })} />
                ))}
              </ul>
            )}
            {rows.length > 0 && filter(rows).length === 0 && <p role="status">{strings.noMatch}</p>}
          </>
        )}
      </Loaded>
      {making && <NewAgent onClose={() => setMaking(false)} />}
      {open?.as === "edit" && <EditAgent agent={open.agent} onClose={close} />}
      {open?.as === "chat" && <ChatDialog agent={open.agent} onClose={close} />}
      {open?.as === "connect" && <ConnectDialog agent={open.agent} onClose={close} />}
      {open?.as === "revoke" && (
        <RevokeKey id={open.agent.id} name={open.agent.name} onClose={close}>
          {strings.revoking.refused} {open.agent.pending > 0 && strings.revoking.stillWaiting(open.agent.pending)}
        </RevokeKey>
      )}
    </>
  );
}
