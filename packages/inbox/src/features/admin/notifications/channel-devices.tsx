import type { NotifiedDevice, OwnNotifications } from "@countersign/protocol";
import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { keys } from "../../../api/keys.ts";
import { ApiError } from "../../../api/request.ts";
import { pathOf, useChange } from "../../../api/use-change.ts";
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
        <Text size="sm">
          <VisibleText text={name} newlines="mark" />{" "}
          {thisDevice.isPending ? "…" : isConnected ? "tells you on this device." : "does not tell you on this device."}
        </Text>
        {thisDevice.isSuccess && !isConnected && fault === undefined && publicKey !== null && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Tell me on this device, by ${name}`}
            loading={isAsking}
            onClick={() => void connectThis(publicKey)}
          >
            Tell me on this device
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
          This channel has a problem at the moment. An administrator sees it under Settings, Notification channels.
        </Text>
      )}
      {failure !== null && (
        <Notice tone="error" title="This device was not connected">
          {failure}
        </Notice>
      )}
      {thisDevice.error && (
        <Notice tone="error" title="This browser did not say whether it is connected">
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
  return (
    <li>
      <Group gap="sm">
        <Text size="sm">
          <VisibleText text={name} newlines="mark" />
          {isThis && " (this device)"}, connected <Moment at={createdAt} />
        </Text>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Send a test to ${name}`}
          loading={test.isPending}
          onClick={() => test.mutate({ method: "POST", path: `${path}/test` })}
        >
          Send a test
        </Button>
        <Button size="compact-sm" variant="default" aria-label={`Remove ${name}`} loading={drop.isPending} onClick={remove}>
          Remove
        </Button>
        <Text size="sm" role="status">
          {test.isSuccess && "The push service accepted it."}
        </Text>
      </Group>
      {failed && (
        <Notice tone="error" title={drop.error ? "It was not removed" : "No test was sent"}>
          {failed.message}
        </Notice>
      )}
    </li>
  );
}
