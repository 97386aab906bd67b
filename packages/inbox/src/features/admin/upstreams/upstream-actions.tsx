import type { UpstreamServer } from "@countersign/protocol";
import { Button } from "@mantine/core";
import { useState } from "react";
import { keys } from "../../../api/keys.ts";
import { pathOf, useChange } from "../../../api/use-change.ts";
import { Notice } from "../../../ui/notice.tsx";
import { ConfirmDialog } from "../shared/confirm-dialog.tsx";
import { LoweredDialog } from "../shared/lowered-dialog.tsx";
import { useConfirmed } from "../shared/use-confirmed.ts";

const VERBS = {
  disable: {
    title: "Disable this upstream?",
    verb: "Disable it",
    says: "The connection is closed and agents no longer see its tools. What waits for a decision stays, and fails if it is approved meanwhile. Enabling it brings everything back.",
  },
  restart: {
    title: "Restart this upstream?",
    verb: "Restart it",
    says: "The connection is closed and opened again. Calls that are running on it at this moment may end as outcome unknown, and then ask a person.",
  },
  remove: {
    title: "Remove this upstream?",
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
  return (
    <>
      {origin === "admin" && (
        <>
          <Button size="compact-sm" variant="default" aria-label={`Edit ${name}`} onClick={onEdit}>
            Edit…
          </Button>
          {enabled ? (
            <Button size="compact-sm" variant="default" aria-label={`Disable ${name}`} onClick={() => setAsked("disable")}>
              Disable…
            </Button>
          ) : (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Enable ${name}`}
              loading={change.isPending}
              onClick={() => confirmed.send({ method: "PUT", path, body: { enabled: true } })}
            >
              Enable
            </Button>
          )}
        </>
      )}
      {enabled && (
        <Button size="compact-sm" variant="default" aria-label={`Restart ${name}`} onClick={() => setAsked("restart")}>
          Restart…
        </Button>
      )}
      {origin === "admin" && (
        <Button size="compact-sm" variant="default" aria-label={`Remove ${name}`} onClick={() => setAsked("remove")}>
          Remove…
        </Button>
      )}
      {confirmed.error && asked === null && (
        <Notice tone="error" title="It was not done">
          {confirmed.error.message}
        </Notice>
      )}
      {asked && (
        <ConfirmDialog
          title={VERBS[asked].title}
          verb={VERBS[asked].verb}
          isSending={change.isPending}
          error={change.error}
          onConfirm={() => send(asked)}
          onCancel={close}
        >
          <b>{name}</b>. {VERBS[asked].says}
        </ConfirmDialog>
      )}
      <LoweredDialog change={confirmed} title="Enable it again?" verb="Enable it" />
    </>
  );
}
