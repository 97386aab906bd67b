import type { OwnNotifications } from "@countersign/protocol";
import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { keys } from "../../../api/keys.ts";
import { ownNotificationsQuery } from "../../../api/notification-queries.ts";
import { useChange } from "../../../api/use-change.ts";
import { strings } from "../../../strings/notifications.tsx";
import { ChannelAccount } from "./channel-account.tsx";
import { ChannelDevices } from "./channel-devices.tsx";
import { PreferenceForm } from "./preference-form.tsx";
import { Loaded } from "../shared/loaded.tsx";
import { PageHead } from "../shared/page-head.tsx";
import classes from "../shared/admin.module.css";

/** How the signed-in person is told of actions that wait for them. */
export function OwnNotificationsPage() {
  const own = useQuery(ownNotificationsQuery);
  // Kept here, because the form begins anew with what was saved.
  const save = useChange<OwnNotifications>(keys.ownNotifications);
  return (
    <div className={classes.page}>
      <PageHead title={strings.own.title} says={strings.own.says} />
      <Loaded query={own} what={strings.own.settings}>
        {(data) => (
          <Stack gap="lg" maw={520}>
            {data.channels
              .filter(({ reaches }) => reaches === "account")
              .map((channel) => (
                <ChannelAccount key={channel.id} channel={channel} address={data.address} />
              ))}
            {data.channels
              .filter(({ reaches }) => reaches === "devices")
              .map((channel) => (
                <ChannelDevices key={channel.id} channel={channel} />
              ))}
            <PreferenceForm key={JSON.stringify(data.preference)} own={data} save={save} />
          </Stack>
        )}
      </Loaded>
    </div>
  );
}
