import type { StudioDraft, StudioTool } from "@countersign/protocol";
import { TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { keys } from "../../../api/keys.ts";
import { useChange } from "../../../api/use-change.ts";
import { strings } from "../../../strings/studio.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { fieldFaults } from "../../../ui/field-faults.ts";
import { DialogForm } from "../shared/dialog-form.tsx";

/** First draft of a new tool: it answers, and has no network access. */
const newDraft = (): StudioDraft => ({
  title: null,
  description: strings.sample.description,
  source: strings.sample.source,
  inputSchema: {
    type: "object",
    properties: { name: { type: "string", description: strings.sample.name } },
    required: ["name"],
    additionalProperties: false,
  },
  access: { network: "none", hosts: [], writes: false, destructive: false, allowPrivate: false },
  limits: { seconds: 5, megabytes: 32 },
  risk: null,
  approval: null,
  promptTemplate: null,
  group: "default",
});

/** Asks for the name first, because it cannot be changed later. */
export function NewToolDialog({ onClose }: { onClose: () => void }) {
  const words = strings.newTool;
  const [name, setName] = useState("");
  const create = useChange<StudioTool>(keys.studio);
  const navigate = useNavigate();
  const faults = fieldFaults(create.error?.problem, ["name"]);
  return (
    <Dialog onClose={onClose} title={words.title} closesOutside>
      <DialogForm
        error={create.error}
        faults={faults}
        failed={words.failed}
        verb={words.begin}
        isSending={create.isPending}
        disabled={name.trim() === ""}
        onSubmit={() =>
          create.mutate(
            { method: "POST", path: "/api/studio/tools", body: { name: name.trim(), draft: newDraft() } },
            { onSuccess: () => void navigate({ to: "/admin/studio/$name", params: { name: name.trim() } }) },
          )
        }
        onClose={onClose}
      >
        <TextInput
          data-autofocus
          label={words.name}
          description={words.nameRules}
          value={name}
          error={faults.get("name")}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
      </DialogForm>
    </Dialog>
  );
}
