import { useQuery } from "@tanstack/react-query";
import { agentsQuery } from "../../../api/admin-queries.ts";
import { Moment } from "../../../ui/moment.tsx";
import { StateBadge } from "../../../ui/status-badge.tsx";
import adminClasses from "../shared/admin.module.css";
import classes from "./agents.module.css";

/** An agent as it was when the dialog opened. */
export interface UsedBefore {
  id: string;
  lastUsedAt: string | null;
}

const LOOK_MS = 2000;

/** Says when a client sends its first request with the agent's key, so that nobody has to guess whether the settings are right. */
export function ClientConnection({ id, lastUsedAt: before }: UsedBefore) {
  const agents = useQuery({ ...agentsQuery, refetchInterval: LOOK_MS });
  const now = agents.data?.find((agent) => agent.id === id)?.lastUsedAt ?? before;
  const isConnected = now !== before;
  return (
    <div role="status" className={classes.connection}>
      <StateBadge tone={isConnected ? "good" : "quiet"} label={isConnected ? "Connected" : "Waiting"} />
      <p className={adminClasses.says}>
        {isConnected ? (
          "A request with this key has arrived."
        ) : (
          <>
            This changes when a request with this key arrives.
            {before !== null && (
              <>
                {" "}
                The last one was <Moment at={before} />.
              </>
            )}
          </>
        )}
      </p>
    </div>
  );
}
