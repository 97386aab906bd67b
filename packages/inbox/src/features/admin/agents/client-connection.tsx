import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { agentsQuery } from "../../../api/admin-queries.ts";
import { strings } from "../../../strings/agents.tsx";
import { Moment } from "../../../ui/moment.tsx";
import { StateBadge } from "../../../ui/status-badge.tsx";
import adminClasses from "../shared/admin.module.css";
import classes from "./agents.module.css";

interface Props {
  id: string;
  /** A key that was made a moment ago, and that nobody can have used before. */
  isNew: boolean;
}

const LOOK_MS = 2000;

/** Says when a client sends its first request with the agent's key, so that nobody has to guess whether the settings are right. */
export function ClientConnection({ id, isNew }: Props) {
  const [openedAt] = useState(() => Date.now());
  const agents = useQuery({ ...agentsQuery, refetchInterval: LOOK_MS, refetchOnMount: "always" });
  const now = agents.data?.find((agent) => agent.id === id)?.lastUsedAt ?? null;
  // What the list knew before the dialog opened may be older than the key's last use.
  const isFresh = agents.dataUpdatedAt >= openedAt;
  const [before, setBefore] = useState<string | null | undefined>(isNew ? null : undefined);
  if (before === undefined && isFresh) setBefore(now);
  const isConnected = before !== undefined && isFresh && now !== before;
  const words = strings.connect;
  return (
    <div className={classes.connection}>
      <span role="status">
        <StateBadge tone={isConnected ? "good" : "quiet"} label={isConnected ? words.connected : words.waiting} />
      </span>
      <p className={adminClasses.says}>
        {isConnected ? words.arrived : words.changesOnArrival}
        {!isConnected && typeof before === "string" && <> {words.lastRequest(<Moment at={before} />)}</>}
      </p>
    </div>
  );
}
