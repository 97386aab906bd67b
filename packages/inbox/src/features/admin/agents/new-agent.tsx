import { Button, Group, Stack } from "@mantine/core";
import { useState } from "react";
import { keys } from "../../../api/keys.ts";
import { pathOf, useChange } from "../../../api/use-change.ts";
import { strings } from "../../../strings/agents.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { fieldFaults } from "../../../ui/field-faults.ts";
import { Notice } from "../../../ui/notice.tsx";
import { DialogForm } from "../shared/dialog-form.tsx";
import { LoweredDialog } from "../shared/lowered-dialog.tsx";
import { bodyOf, LIMIT_FIELDS, NO_LIMITS } from "../shared/key-limits.ts";
import { LimitFields } from "../shared/limit-fields.tsx";
import { ShownOnce } from "../shared/shown-once.tsx";
import { useConfirmed } from "../shared/use-confirmed.ts";
import { AGENT_FIELDS, AgentFields, type AgentDraft } from "./agent-fields.tsx";
import { ClientSetup } from "./client-setup.tsx";

const NEW: AgentDraft = {
  name: "",
  groups: ["default"],
  inClient: false,
  maxRisk: null,
  actsFor: null,
  isConnected: false,
  selfConfirmMaxRisk: null,
  privateSessions: false,
};

/** Creates an agent key, shows it once, and explains how to give it to a client. */
export function NewAgent({ onClose }: { onClose: () => void }) {
  const making = useChange<{ id: string; key: string }>(keys.agents, keys.apiKeys, keys.groups);
  const allow = useConfirmed(useChange(keys.agents), () => undefined);
  const [draft, setDraft] = useState(NEW);
  const [limits, setLimits] = useState(NO_LIMITS);
  const { name, groups, maxRisk, inClient, actsFor, selfConfirmMaxRisk, privateSessions } = draft;
  // These rights are set on the existing key in a second request, with a confirmation of their own.
  const make = useConfirmed(making, ({ id }) => {
    const body = {
      ...(inClient && { inClient }),
      ...(actsFor !== null && { actsFor, selfConfirmMaxRisk }),
      ...(privateSessions && { privateSessions }),
    };
    if (Object.keys(body).length > 0) allow.send({ method: "PUT", path: pathOf("agents", id), body });
  });
  const faults = fieldFaults(make.error?.problem, [...AGENT_FIELDS, ...LIMIT_FIELDS]);
  const key = { kind: "agent", name, groups, maxRisk, ...bodyOf(limits) };
  const send = (): void => make.send({ method: "POST", path: "/api/keys", body: key });
  const words = strings.newAgent;
  return (
    <>
      <Dialog
        onClose={onClose}
        size={making.data ? "lg" : "md"}
        closeOnEscape={!making.data}
        title={making.data ? words.keyTitle : words.title}
      >
        {making.data ? (
          <Stack gap="md">
            <ShownOnce what={words.key} secret={making.data.key}>
              {words.keySays}
            </ShownOnce>
            {allow.error && (
              <Notice tone="caution" title={words.settingsNotSaved}>
                {words.settingsNotSavedSays(allow.error.message)}
              </Notice>
            )}
            <ClientSetup agentId={making.data.id} isNew agentKey={making.data.key} />
            <Group justify="flex-end">
              <Button onClick={onClose}>{words.done}</Button>
            </Group>
          </Stack>
        ) : (
          <DialogForm
            error={make.error}
            faults={faults}
            failed={words.failed}
            verb={words.create}
            isSending={make.isSending}
            onSubmit={send}
            onClose={onClose}
          >
            <AgentFields draft={draft} faults={faults} onChange={(part) => setDraft({ ...draft, ...part })} />
            <LimitFields draft={limits} faults={faults} onChange={setLimits} />
          </DialogForm>
        )}
      </Dialog>
      <LoweredDialog change={make} title={words.reduceProtection} verb={words.createAnyway} />
      <LoweredDialog change={allow} title={strings.edit.moreRights} verb={words.allow} />
    </>
  );
}
