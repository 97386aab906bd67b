import type { NotifiedDevice, OwnNotifications } from "@countersign/protocol";
import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { keys } from "../../../api/keys.ts";
import { ApiError } from "../../../api/request.ts";
import { pathOf, useChange } from "../../../api/use-change.ts";
import { strings } from "../../../strings/notifications.tsx";
import { strings as uiStrings } from "../../../strings/ui.tsx";
import { Moment } from "../../../ui/moment.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { findThisDevice, nameThisDevice, pushFault, subscribe, unsubscribe } from "./push-device.ts";

interface Props {
  channel: OwnNotifications["channels"][number];
}

/** Browsers on which a channel tells the person; this one can be connected, and each be tested and removed. */
export function ChannelDevices({ channel: { id, name, publicKey, devices } }: Props) {
  const cache = useQueryClient();
  const thisDevice = useQuery({ queryKey: keys.thisDevice(id), queryFn: () => findThisDevice(id), staleTime: Infinity });
  const connect = useChange(keys.ownNotifications);
  const [failure, setFailure] = useState<string | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const fault = pushFault();
  const isConnected = devices.some((device) => device.id === thisDevice.data);
  const words = strings.devices;
  const telling = thisDevice.isPending ? words.asking : isConnected ? words.tellsHere : words.silentHere;

  async function connectThis(key: string): Promise<void> {
    setFailure(null);
    setIsAsking(true);
    try {
      const { endpoint, keys: secrets } = await subscribe(id, key);
      const body = { channelId: id, publicKey: key, name: nameThisDevice(), endpoint, keys: secrets };
      await connect.mutateAsync({ method: "POST", path: "/api/notification-devices", body });
    } catch (error) {
      setFailure(wordsOf(error));
    }
    await cache.invalidateQueries({ queryKey: keys.thisDevice(id) });
    setIsAsking(false);
  }

  return (
    <Stack gap="xs">
      <Group gap="sm">
        <Text size="sm">{telling(<VisibleText text={name} newlines="mark" />)}</Text>
        {thisDevice.isSuccess && !isConnected && fault === undefined && publicKey !== null && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={words.tellHereBy(name)}
            loading={isAsking}
            onClick={() => void connectThis(publicKey)}
          >
            {words.tellHere}
          </Button>
        )}
      </Group>
      {!isConnected && fault !== undefined && (
        <Text size="sm" c="dimmed">
          {fault}
        </Text>
      )}
      {publicKey === null && (
        <Text size="sm" c="dimmed">
          {words.channelProblem}
        </Text>
      )}
      {failure !== null && (
        <Notice tone="error" title={words.notConnected}>
          {failure}
        </Notice>
      )}
      {thisDevice.error && (
        <Notice tone="error" title={words.unknown}>
          {wordsOf(thisDevice.error)}
        </Notice>
      )}
      {devices.length > 0 && (
        <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: "none" }}>
          {devices.map((device) => (
            <Device key={device.id} channelId={id} device={device} isThis={device.id === thisDevice.data} />
          ))}
        </Stack>
      )}
    </Stack>
  );
}

const wordsOf = (error: unknown): string => {
  const first = error instanceof ApiError ? error.problem?.errors?.[0]?.message : undefined;
  return first ?? (error instanceof Error ? error.message : String(error));
};

interface DeviceProps {
  channelId: string;
  device: NotifiedDevice;
  isThis: boolean;
}

function Device({ channelId, device: { id, name, createdAt }, isThis }: DeviceProps) {
  const cache = useQueryClient();
  const drop = useChange(keys.ownNotifications);
  const test = useChange();
  const path = pathOf("notification-devices", id);

  async function forgetHere(): Promise<void> {
    // Without its row on the server, the subscription is of no use, whether or not the browser gives it up.
    if (isThis) await unsubscribe(channelId).catch(() => undefined);
    await cache.invalidateQueries({ queryKey: keys.thisDevice(channelId) });
  }
  const remove = (): void => drop.mutate({ method: "DELETE", path }, { onSuccess: () => void forgetHere() });

  const failed = drop.error ?? test.error;
  const words = strings.devices;
  const connected = isThis ? words.connectedHere : words.connected;
  return (
    <li>
      <Group gap="sm">
        <Text size="sm">{connected(<VisibleText text={name} newlines="mark" />, <Moment at={createdAt} />)}</Text>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={words.testOf(name)}
          loading={test.isPending}
          onClick={() => test.mutate({ method: "POST", path: `${path}/test` })}
        >
          {words.test}
        </Button>
        <Button size="compact-sm" variant="default" aria-label={words.removeOf(name)} loading={drop.isPending} onClick={remove}>
          {uiStrings.remove}
        </Button>
        <Text size="sm" role="status">
          {test.isSuccess && words.testAccepted}
        </Text>
      </Group>
      {failed && (
        <Notice tone="error" title={drop.error ? words.notRemoved : words.notTested}>
          {failed.message}
        </Notice>
      )}
    </li>
  );
}
