import type { Connection } from "@countersign/protocol";
import { Button } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { connectionsQuery, connectorsQuery } from "../../../api/admin-queries.ts";
import { strings } from "../../../strings/notifications.tsx";
import { Blank } from "../../../ui/blank.tsx";
import { ConnectionCard } from "../connections/connection-card.tsx";
import { ConnectionDialog } from "../connections/connection-dialog.tsx";
import { Loaded } from "../shared/loaded.tsx";
import { PageHead } from "../shared/page-head.tsx";
import { DeliveryLog } from "./delivery-log.tsx";
import classes from "../shared/admin.module.css";

/** Channels that tell people and programs of actions, and what they delivered. */
export function NotificationsPage() {
  const connections = useQuery(connectionsQuery);
  const kinds = (useQuery(connectorsQuery).data ?? []).filter(({ carriesNotifications }) => carriesNotifications);
  const [editing, setEditing] = useState<Connection | "new" | null>(null);
  const kindOf = ({ connector }: Connection) => kinds.find(({ name }) => name === connector);
  const words = strings.channels;
  return (
    <>
      <PageHead title={words.title} says={words.says}>
        <Button disabled={kinds.length === 0} onClick={() => setEditing("new")}>
          {words.add}
        </Button>
      </PageHead>
      <Loaded query={connections} what={words.all}>
        {(rows) => {
          const channels = rows.filter((row) => kindOf(row) !== undefined);
          return channels.length === 0 ? (
            <Blank icon={<IconBell size={26} />} title={words.noneYet}>
              {words.noneYetSays}
            </Blank>
          ) : (
            <ul className={classes.list}>
              {channels.map((channel) => (
                <ConnectionCard
                  key={channel.id}
                  connection={channel}
                  kind={kindOf(channel)}
                  onEdit={() => setEditing(channel)}
                />
              ))}
            </ul>
          );
        }}
      </Loaded>
      <DeliveryLog />
      {editing && kinds.length > 0 && (
        <ConnectionDialog connectors={kinds} connection={editing === "new" ? null : editing} onClose={() => setEditing(null)} />
      )}
    </>
  );
}
