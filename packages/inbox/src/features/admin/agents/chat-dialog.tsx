import type { Agent, ChatAgent } from "@countersign/protocol";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { chatAgentsQuery } from "../../../api/chat-queries.ts";
import { keys } from "../../../api/keys.ts";
import { pathOf, useChange } from "../../../api/use-change.ts";
import { strings } from "../../../strings/agents.tsx";
import { strings as uiStrings } from "../../../strings/ui.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { fieldFaults } from "../../../ui/field-faults.ts";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { DialogForm } from "../shared/dialog-form.tsx";
import { Loaded } from "../shared/loaded.tsx";
import { changeOf, draftOf } from "./chat-draft.ts";
import { ChatFields } from "./chat-fields.tsx";

const FIELDS = ["instructions", "model", "limits"];

/** Edits whether and how people talk to an agent: model, instructions and limits. */
export function ChatDialog({ agent, onClose }: { agent: Agent; onClose: () => void }) {
  return (
    <Dialog
      onClose={onClose}
      size="lg"
      fillsPhone
      closeLabel={strings.closeWithoutSaving}
      title={strings.chat.title(<VisibleText text={agent.name} newlines="mark" />)}
    >
      <Loaded query={useQuery({ ...chatAgentsQuery, refetchOnWindowFocus: false })} what={strings.chat.settings}>
        {(agents) => <Form id={agent.id} stored={agents.find(({ id }) => id === agent.id) ?? null} onClose={onClose} />}
      </Loaded>
    </Dialog>
  );
}

function Form({ id, stored, onClose }: { id: string; stored: ChatAgent | null; onClose: () => void }) {
  const [draft, setDraft] = useState(() => draftOf(stored));
  const save = useChange(keys.chatAgents, keys.chatSessions);
  const faults = fieldFaults(save.error?.problem, FIELDS);
  const change = changeOf(draft, stored);
  return (
    <DialogForm
      error={save.error}
      faults={faults}
      failed={strings.nothingSaved}
      verb={uiStrings.save}
      isSending={save.isPending}
      disabled={Object.keys(change).length === 0}
      onSubmit={() => save.mutate({ method: "PUT", path: pathOf("chat/agents", id), body: change }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <ChatFields draft={draft} faults={faults} onChange={(part) => setDraft({ ...draft, ...part })} />
    </DialogForm>
  );
}
