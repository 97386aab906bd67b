import type { Connection, Authorization } from "@countersign/protocol";
import { Button } from "@mantine/core";
import { useState } from "react";
import { keys } from "../../../api/keys.ts";
import { pathOf, useChange } from "../../../api/use-change.ts";
import { strings as uiStrings } from "../../../strings/ui.tsx";
import { strings } from "../../../strings/connections.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { AskedDialog, CardAction } from "../shared/card-actions.tsx";

type Verb = keyof typeof strings.questions;

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
  const words = strings.actions;
  const { id, name, enabled } = connection;
  const questions = isChannel ? strings.channelQuestions : strings.questions;
  const change = useChange(keys.connections, keys.tools, keys.groups);
  const [asked, setAsked] = useState<Verb | null>(null);
  const path = pathOf("connections", id);
  const close = (): void => {
    setAsked(null);
    change.reset();
  };
  const send = (verb: Verb): void =>
    change.mutate(verb === "remove" ? { method: "DELETE", path } : { method: "PUT", path, body: { enabled: false } }, {
      onSuccess: close,
    });
  const enable = (): void => change.mutate({ method: "PUT", path, body: { enabled: true } });
  return (
    <>
      <CardAction verb={words.test} name={name} loading={isTesting} onClick={onTest} />
      {hasAccounts && <ConnectAccount id={id} name={name} />}
      <CardAction verb={words.edit} name={name} asks onClick={onEdit} />
      {enabled ? (
        <CardAction verb={words.disable} name={name} asks onClick={() => setAsked("disable")} />
      ) : (
        <CardAction verb={words.enable} name={name} loading={change.isPending} onClick={enable} />
      )}
      <CardAction verb={uiStrings.remove} name={name} asks onClick={() => setAsked("remove")} />
      {change.error && asked === null && (
        <Notice tone="error" title={words.failed}>
          {change.error.message}
        </Notice>
      )}
      {asked && (
        <AskedDialog asked={questions[asked]} name={name} change={change} onConfirm={() => send(asked)} onCancel={close} />
      )}
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
        aria-label={strings.account.connectTo(name)}
        loading={ask.isPending || ask.isSuccess}
        onClick={go}
      >
        {strings.account.connect}
      </Button>
      {ask.error && (
        <Notice tone="error" title={strings.account.cannotConnect}>
          {ask.error.message}
        </Notice>
      )}
    </>
  );
}
