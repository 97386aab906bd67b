import type { UpstreamServer } from "@countersign/protocol";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { commandLineQuery } from "../../../api/admin-queries.ts";
import { keys } from "../../../api/keys.ts";
import { pathOf, useChange } from "../../../api/use-change.ts";
import { strings as uiStrings } from "../../../strings/ui.tsx";
import { strings } from "../../../strings/upstreams.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { AskedDialog, CardAction } from "../shared/card-actions.tsx";
import { LoweredDialog } from "../shared/lowered-dialog.tsx";
import { useConfirmed } from "../shared/use-confirmed.ts";

type Verb = keyof typeof strings.questions;

interface Props {
  upstream: UpstreamServer;
  onEdit: () => void;
}

/** Actions of an administrator on one upstream. One of the configuration file can be restarted, and removed where it can be imported. */
export function UpstreamActions({ upstream: { name, origin, enabled }, onEdit }: Props) {
  const words = strings.actions;
  const importsHere = useQuery(commandLineQuery).data?.importsHere ?? false;
  const change = useChange(keys.upstreams, keys.tools, keys.groups);
  const [asked, setAsked] = useState<Verb | null>(null);
  const close = (): void => {
    setAsked(null);
    change.reset();
  };
  const confirmed = useConfirmed(change, close);
  const path = pathOf("upstreams", name);
  const send = (verb: Verb): void => {
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
          <CardAction verb={words.edit} name={name} asks onClick={onEdit} />
          {enabled ? (
            <CardAction verb={words.disable} name={name} asks onClick={() => setAsked("disable")} />
          ) : (
            <CardAction verb={words.enable} name={name} loading={change.isPending} onClick={enable} />
          )}
        </>
      )}
      {enabled && <CardAction verb={words.restart} name={name} asks onClick={() => setAsked("restart")} />}
      {(origin === "admin" || importsHere) && (
        <CardAction verb={uiStrings.remove} name={name} asks onClick={() => setAsked("remove")} />
      )}
      {confirmed.error && asked === null && (
        <Notice tone="error" title={words.failed}>
          {confirmed.error.message}
        </Notice>
      )}
      {asked && (
        <AskedDialog
          asked={strings.questions[asked]}
          name={name}
          change={change}
          onConfirm={() => send(asked)}
          onCancel={close}
        />
      )}
      <LoweredDialog change={confirmed} title={words.enableAgain} verb={words.enableIt} />
    </>
  );
}
