import { useQuery } from "@tanstack/react-query";
import { commandLineQuery } from "../../../api/admin-queries.ts";
import { strings } from "../../../strings/agents.tsx";
import { CopyTabs } from "../shared/copy-tabs.tsx";
import { CLIENTS, UNKNOWN_COMMAND_LINE } from "./client-config.ts";
import { ClientConnection } from "./client-connection.tsx";

interface Props {
  agentId: string;
  isNew: boolean;
  /** Known only when it was just made; null later, because the server stores no more than its hash. */
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
    <section aria-label={strings.connect.section}>
      <CopyTabs
        tabs={CLIENTS.map(({ id, config }) => ({
          id,
          ...strings.clients[id],
          text: config(url, agentKey ?? "csa_…", commandLine, strings.keyPrompt),
          label: strings.connect.configurationOf(strings.clients[id].name),
        }))}
      />
      <ClientConnection id={agentId} isNew={isNew} />
    </section>
  );
}
