import type { OwnNotifications } from "@countersign/protocol";
import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { keys } from "../../../api/keys.ts";
import { pathOf, useChange } from "../../../api/use-change.ts";
import { strings } from "../../../strings/notifications.tsx";
import { strings as uiStrings } from "../../../strings/ui.tsx";
import { fieldFaults } from "../../../ui/field-faults.ts";
import { Notice } from "../../../ui/notice.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";

interface Props {
  channel: OwnNotifications["channels"][number];
  /** The person's mail address, proposed as that of their account. */
  address: string;
}

/** Connects the person's account at a channel's service, by a code that is sent to it; or disconnects it. */
export function ChannelAccount({ channel: { id, name, account }, address }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const drop = useChange(keys.ownNotifications);
  const words = strings.account;
  if (isOpen) return <ConnectForm id={id} name={name} address={address} onClose={() => setIsOpen(false)} />;
  return (
    <Stack gap={4}>
      <Group gap="sm">
        <Text size="sm">
          {account === null
            ? words.unknown(<VisibleText text={name} newlines="mark" />)
            : words.writesTo(<VisibleText text={name} newlines="mark" />, <VisibleText text={account} newlines="mark" />)}
        </Text>
        <Button size="compact-sm" variant="default" onClick={() => setIsOpen(true)}>
          {account === null ? words.connect : words.connectAnother}
        </Button>
        {account !== null && (
          <Button
            size="compact-sm"
            variant="default"
            loading={drop.isPending}
            onClick={() => drop.mutate({ method: "DELETE", path: pathOf("notification-accounts", id) })}
          >
            {words.disconnect}
          </Button>
        )}
      </Group>
      {drop.error && (
        <Notice tone="error" title={words.notDisconnected}>
          {drop.error.message}
        </Notice>
      )}
    </Stack>
  );
}

interface FormProps {
  id: string;
  name: string;
  address: string;
  onClose: () => void;
}

function ConnectForm({ id, name, address, onClose }: FormProps) {
  const [account, setAccount] = useState(address);
  const [code, setCode] = useState("");
  const send = useChange<{ sentTo: string }>();
  const confirm = useChange(keys.ownNotifications);
  const path = pathOf("notification-accounts", id);
  const sentTo = send.data?.sentTo;
  const faults = fieldFaults((confirm.error ?? send.error)?.problem, ["account", "code"]);
  const failed = confirm.error ?? send.error;
  const words = strings.account;
  return (
    <Stack
      component="form"
      gap="sm"
      onSubmit={(event) => {
        event.preventDefault();
        if (sentTo === undefined) send.mutate({ method: "POST", path: `${path}/code`, body: { account } });
        else confirm.mutate({ method: "PUT", path, body: { code } }, { onSuccess: onClose });
      }}
    >
      {sentTo === undefined ? (
        <TextInput
          label={words.yourAccount(<VisibleText text={name} newlines="mark" />)}
          description={words.yourAccountSays}
          required
          withAsterisk={false}
          value={account}
          error={faults.get("account")}
          onChange={({ currentTarget }) => setAccount(currentTarget.value)}
        />
      ) : (
        <TextInput
          label={words.code}
          description={words.codeSentTo(<VisibleText text={sentTo} newlines="mark" />)}
          required
          withAsterisk={false}
          autoFocus
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          error={faults.get("code")}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
      )}
      {failed && faults.size === 0 && (
        <Notice tone="error" title={words.notConnected}>
          {failed.message}
        </Notice>
      )}
      <Group gap="sm">
        <Button type="submit" loading={send.isPending || confirm.isPending}>
          {sentTo === undefined ? words.sendCode : words.confirm}
        </Button>
        <Button variant="default" onClick={onClose}>
          {uiStrings.cancel}
        </Button>
      </Group>
    </Stack>
  );
}
