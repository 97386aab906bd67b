import type { Agent, ChangeAgent } from "@countersign/protocol";
import { useState } from "react";
import { keys } from "../../../api/keys.ts";
import { pathOf, useChange } from "../../../api/use-change.ts";
import { strings } from "../../../strings/agents.tsx";
import { strings as uiStrings } from "../../../strings/ui.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { fieldFaults } from "../../../ui/field-faults.ts";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { DialogForm } from "../shared/dialog-form.tsx";
import { LoweredDialog } from "../shared/lowered-dialog.tsx";
import { useConfirmed } from "../shared/use-confirmed.ts";
import { AGENT_FIELDS, AgentFields, type AgentDraft } from "./agent-fields.tsx";

/** Edits an agent's name, groups, risk cap and rights such as in-client answers; its key does not change. */
export function EditAgent({ agent, onClose }: { agent: Agent; onClose: () => void }) {
  const [draft, setDraft] = useState<AgentDraft>(() => ({
    name: agent.name,
    groups: agent.groups,
    inClient: agent.inClient,
    maxRisk: agent.maxRisk,
    actsFor: agent.actsFor,
    isConnected: agent.oauthClientId !== null,
    selfConfirmMaxRisk: agent.selfConfirmMaxRisk,
    privateSessions: agent.privateSessions,
  }));
  const save = useConfirmed(useChange(keys.agents, keys.groups, keys.apiKeys), onClose);
  const faults = fieldFaults(save.error?.problem, AGENT_FIELDS);
  const changes = changesOf(draft, agent);
  return (
    <>
      <Dialog
        onClose={onClose}
        closeOnEscape={!save.asked}
        closeLabel={strings.closeWithoutSaving}
        title={strings.edit.title(<VisibleText text={agent.name} newlines="mark" />)}
      >
        <DialogForm
          error={save.error}
          faults={faults}
          failed={strings.nothingSaved}
          verb={uiStrings.save}
          isSending={save.isSending}
          disabled={Object.keys(changes).length === 0}
          onSubmit={() => save.send({ method: "PUT", path: pathOf("agents", agent.id), body: changes })}
          onClose={onClose}
        >
          <AgentFields draft={draft} faults={faults} onChange={(part) => setDraft({ ...draft, ...part })} />
        </DialogForm>
      </Dialog>
      <LoweredDialog change={save} title={strings.edit.moreRights} />
    </>
  );
}

function changesOf(draft: AgentDraft, agent: Agent): ChangeAgent {
  const { name, groups, inClient, maxRisk, actsFor, selfConfirmMaxRisk, privateSessions } = agent;
  const sameGroups = draft.groups.length === groups.length && draft.groups.every((one) => groups.includes(one));
  return {
    ...(draft.name !== name && { name: draft.name }),
    ...(!sameGroups && { groups: [...draft.groups] }),
    ...(draft.inClient !== inClient && { inClient: draft.inClient }),
    ...(draft.maxRisk !== maxRisk && { maxRisk: draft.maxRisk }),
    ...(draft.actsFor !== actsFor && { actsFor: draft.actsFor }),
    // Another person is allowed nothing unless it is sent with them.
    ...((draft.selfConfirmMaxRisk !== selfConfirmMaxRisk || draft.actsFor !== actsFor) && {
      selfConfirmMaxRisk: draft.selfConfirmMaxRisk,
    }),
    ...(draft.privateSessions !== privateSessions && { privateSessions: draft.privateSessions }),
  };
}
