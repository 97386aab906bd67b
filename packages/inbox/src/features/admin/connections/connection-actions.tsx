import type { Connection, Authorization } from "@countersign/protocol";
import { Button } from "@mantine/core";
import { useState } from "react";
import { keys } from "../../../api/keys.ts";
import { pathOf, useChange } from "../../../api/use-change.ts";
import { Notice } from "../../../ui/notice.tsx";
import { AskedDialog, CardAction } from "../shared/card-actions.tsx";

const VERBS = {
  disable: {
    title: "Disable this connection?",
    verb: "Disable it",
    says: "Its tools are taken away from agents, and what waits for a decision on them fails. Credentials and settings are kept; enabling it brings the tools back.",
  },
  remove: {
    title: "Remove this connection?",
    verb: "Remove it",
    says: "Its settings, its credentials and its tools are taken out, and what waits for a decision on them fails. What happened stays on the record.",
  },
} as const;

/** The same of a channel, which brings no tools. */
const CHANNEL_VERBS = {
  disable: {
    title: "Disable this channel?",
    verb: "Disable it",
    says: "It sends nothing more, and what waits to be sent is dropped. Credentials and settings are kept.",
  },
  remove: {
    title: "Remove this channel?",
    verb: "Remove it",
    says: "Its settings and its credentials are taken out, and what waits to be sent is dropped. What was sent stays in the list of deliveries.",
  },
} as const;

interface Props {
  connection: Connection;
  isTesting: boolean;
  onEdit: () => void;
  onTest: () => void;
  /** True if the service has accounts that a person can connect. */
  hasAccounts: boolean;
  /** It carries notifications, and brings no tools. */
  isChannel: boolean;
}

/** Actions of an administrator on one connection. */
export function ConnectionActions({ connection, isTesting, onEdit, onTest, hasAccounts, isChannel }: Props) {
  const { id, name, enabled } = connection;
  const verbs = isChannel ? CHANNEL_VERBS : VERBS;
  const change = useChange(keys.connections, keys.tools, keys.groups);
  const [asked, setAsked] = useState<keyof typeof VERBS | null>(null);
  const path = pathOf("connections", id);
  const close = (): void => {
    setAsked(null);
    change.reset();
  };
  const send = (verb: keyof typeof VERBS): void =>
    change.mutate(verb === "remove" ? { method: "DELETE", path } : { method: "PUT", path, body: { enabled: false } }, {
      onSuccess: close,
    });
  const enable = (): void => change.mutate({ method: "PUT", path, body: { enabled: true } });
  return (
    <>
      <CardAction verb="Test" name={name} loading={isTesting} onClick={onTest} />
      {hasAccounts && <ConnectAccount id={id} name={name} />}
      <CardAction verb="Edit" name={name} asks onClick={onEdit} />
      {enabled ? (
        <CardAction verb="Disable" name={name} asks onClick={() => setAsked("disable")} />
      ) : (
        <CardAction verb="Enable" name={name} loading={change.isPending} onClick={enable} />
      )}
      <CardAction verb="Remove" name={name} asks onClick={() => setAsked("remove")} />
      {change.error && asked === null && (
        <Notice tone="error" title="It was not done">
          {change.error.message}
        </Notice>
      )}
      {asked && <AskedDialog asked={verbs[asked]} name={name} change={change} onConfirm={() => send(asked)} onCancel={close} />}
    </>
  );
}

/** Sends the person to the service to allow access to their account; the service leads back. */
function ConnectAccount({ id, name }: { id: string; name: string }) {
  const ask = useChange<Authorization>();
  const go = (): void =>
    ask.mutate(
      { method: "POST", path: `${pathOf("connections", id)}/authorization`, body: {} },
      { onSuccess: ({ url }) => window.location.assign(url) },
    );
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Connect an account to ${name}`}
        loading={ask.isPending || ask.isSuccess}
        onClick={go}
      >
        Connect an account…
      </Button>
      {ask.error && (
        <Notice tone="error" title="The account can not be connected">
          {ask.error.message}
        </Notice>
      )}
    </>
  );
}
