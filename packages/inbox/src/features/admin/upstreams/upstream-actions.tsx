import type { UpstreamServer } from "@countersign/protocol";
import { useState } from "react";
import { keys } from "../../../api/keys.ts";
import { pathOf, useChange } from "../../../api/use-change.ts";
import { Notice } from "../../../ui/notice.tsx";
import { AskedDialog, CardAction } from "../shared/card-actions.tsx";
import { LoweredDialog } from "../shared/lowered-dialog.tsx";
import { useConfirmed } from "../shared/use-confirmed.ts";

const VERBS = {
  disable: {
    title: "Disable this server?",
    verb: "Disable it",
    says: "The connection is closed and agents no longer see its tools. What waits for a decision stays, and fails if it is approved meanwhile. Enabling it brings everything back.",
  },
  restart: {
    title: "Restart this server?",
    verb: "Restart it",
    says: "The connection is closed and opened again. Running calls may end with an unknown outcome that someone must resolve.",
  },
  remove: {
    title: "Remove this server?",
    verb: "Remove it",
    says: "Its address, its secrets and its tools are taken out, and what waits for a decision on them fails. What happened stays on the record. Adding it again starts from nothing: every tool is looked at anew.",
  },
} as const;

interface Props {
  upstream: UpstreamServer;
  onEdit: () => void;
}

/** Actions of an administrator on one upstream. An upstream from the configuration file can only be restarted. */
export function UpstreamActions({ upstream: { name, origin, enabled }, onEdit }: Props) {
  const change = useChange(keys.upstreams, keys.tools, keys.groups);
  const [asked, setAsked] = useState<keyof typeof VERBS | null>(null);
  const close = (): void => {
    setAsked(null);
    change.reset();
  };
  const confirmed = useConfirmed(change, close);
  const path = pathOf("upstreams", name);
  const send = (verb: keyof typeof VERBS): void => {
    const whenDone = { onSuccess: close };
    if (verb === "restart") change.mutate({ method: "POST", path: `${path}/restart`, body: {} }, whenDone);
    else if (verb === "remove") change.mutate({ method: "DELETE", path }, whenDone);
    else change.mutate({ method: "PUT", path, body: { enabled: false } }, whenDone);
  };
  const enable = (): void => confirmed.send({ method: "PUT", path, body: { enabled: true } });
  return (
    <>
      {origin === "admin" && (
        <>
          <CardAction verb="Edit" name={name} asks onClick={onEdit} />
          {enabled ? (
            <CardAction verb="Disable" name={name} asks onClick={() => setAsked("disable")} />
          ) : (
            <CardAction verb="Enable" name={name} loading={change.isPending} onClick={enable} />
          )}
        </>
      )}
      {enabled && <CardAction verb="Restart" name={name} asks onClick={() => setAsked("restart")} />}
      {origin === "admin" && <CardAction verb="Remove" name={name} asks onClick={() => setAsked("remove")} />}
      {confirmed.error && asked === null && (
        <Notice tone="error" title="It was not done">
          {confirmed.error.message}
        </Notice>
      )}
      {asked && <AskedDialog asked={VERBS[asked]} name={name} change={change} onConfirm={() => send(asked)} onCancel={close} />}
      <LoweredDialog change={confirmed} title="Enable it again?" verb="Enable it" />
    </>
  );
}
