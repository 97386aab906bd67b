import type { Agent, ChangeAgent } from "@countersign/protocol";
import { Button, Group, Modal, Stack } from "@mantine/core";
import { useState } from "react";
import { keys } from "../../../api/keys.ts";
import { pathOf, useChange } from "../../../api/use-change.ts";
import { fieldFaults } from "../../../ui/field-faults.ts";
import { Notice } from "../../../ui/notice.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { LoweredDialog } from "../shared/lowered-dialog.tsx";
import { useConfirmed } from "../shared/use-confirmed.ts";
import { AGENT_FIELDS, AgentFields, type AgentDraft } from "./agent-fields.tsx";

/** Name, groups, cap and in-client answers of one agent; its key stays as it is. */
export function EditAgent({ agent, onClose }: { agent: Agent; onClose: () => void }) {
  const [draft, setDraft] = useState<AgentDraft>(() => ({
    name: agent.name,
    groups: agent.groups,
    inClient: agent.inClient,
    maxRisk: agent.maxRisk,
    actsFor: agent.actsFor,
    privateSessions: agent.privateSessions,
  }));
  const save = useConfirmed(useChange(keys.agents, keys.groups, keys.apiKeys), onClose);
  const faults = fieldFaults(save.error?.problem, AGENT_FIELDS);
  const changes = changesOf(draft, agent);
  return (
    <>
      <Modal
        opened
        onClose={onClose}
        closeOnClickOutside={false}
        closeOnEscape={!save.asked}
        closeButtonProps={{ "aria-label": "Close without saving" }}
        title={
          <b>
            Edit <VisibleText text={agent.name} newlines="mark" />
          </b>
        }
      >
        <form
          onSubmit={(event) => {
            event.preventDefault();
            save.send({ method: "PUT", path: pathOf("agents", agent.id), body: changes });
          }}
        >
          <Stack gap="md">
            <AgentFields draft={draft} faults={faults} onChange={(part) => setDraft({ ...draft, ...part })} />
            {save.error && (faults.size === 0 || faults.has("")) && (
              <Notice tone="error" title="Nothing was saved">
                {faults.get("") ?? save.error.message}
              </Notice>
            )}
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                Go back
              </Button>
              <Button type="submit" loading={save.isSending} disabled={Object.keys(changes).length === 0}>
                Save
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
      <LoweredDialog change={save} title="More rights for this agent: go on?" />
    </>
  );
}

function changesOf(draft: AgentDraft, { name, groups, inClient, maxRisk, actsFor, privateSessions }: Agent): ChangeAgent {
  const sameGroups = draft.groups.length === groups.length && draft.groups.every((one) => groups.includes(one));
  return {
    ...(draft.name !== name && { name: draft.name }),
    ...(!sameGroups && { groups: [...draft.groups] }),
    ...(draft.inClient !== inClient && { inClient: draft.inClient }),
    ...(draft.maxRisk !== maxRisk && { maxRisk: draft.maxRisk }),
    ...(draft.actsFor !== actsFor && { actsFor: draft.actsFor }),
    ...(draft.privateSessions !== privateSessions && { privateSessions: draft.privateSessions }),
  };
}
