import { Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { commandLineQuery } from "../../../api/admin-queries.ts";
import { CopyText } from "../shared/shown-once.tsx";
import { CLIENTS, UNKNOWN_COMMAND_LINE } from "./client-config.ts";
import { ClientConnection } from "./client-connection.tsx";
import adminClasses from "../shared/admin.module.css";
import classes from "./agents.module.css";

interface Props {
  agentId: string;
  isNew: boolean;
  /** Null if only its owner knows it any more. */
  agentKey: string | null;
}

/**
 * Shows what to paste where for the most common clients, and whether it worked. The key appears only if the client has no
 * better place for it.
 */
export function ClientSetup({ agentId, isNew, agentKey }: Props) {
  const url = `${window.location.origin}/mcp`;
  const commandLine = useQuery(commandLineQuery).data?.command ?? UNKNOWN_COMMAND_LINE;
  return (
    <section aria-label="Connect a client">
      <Tabs defaultValue={CLIENTS[0].id} keepMounted={false}>
        <Tabs.List>
          {CLIENTS.map(({ id, name }) => (
            <Tabs.Tab key={id} value={id}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {CLIENTS.map(({ id, name, where, config }) => {
          const text = config(url, agentKey ?? "csa_…", commandLine);
          return (
            <Tabs.Panel key={id} value={id} className={classes.panel}>
              <p className={adminClasses.says}>{where}</p>
              <pre className={adminClasses.code} tabIndex={0} aria-label={`Configuration of ${name}`}>
                {text}
              </pre>
              <div>
                <CopyText text={text} label="Copy this" />
              </div>
            </Tabs.Panel>
          );
        })}
      </Tabs>
      <ClientConnection id={agentId} isNew={isNew} />
    </section>
  );
}
