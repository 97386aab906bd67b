import type { StudioDraft, StudioTool } from "@countersign/protocol";
import { TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { keys } from "../../../api/keys.ts";
import { useChange } from "../../../api/use-change.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { fieldFaults } from "../../../ui/field-faults.ts";
import { DialogForm } from "../shared/dialog-form.tsx";

/** First draft of a new tool: it answers, and has no network access. */
const NEW_DRAFT: StudioDraft = {
  title: null,
  description: "Greets somebody by name.",
  source: `/**
 * Runs in a sandbox with nothing but its input, and fetch where its access allows hosts.
 * What it returns has to be JSON. An error it throws is what the agent is told.
 */
export default async function (input, { fetch }) {
  console.log("greets", input.name);
  return { greeting: \`Hello, \${input.name}!\` };
}
`,
  inputSchema: {
    type: "object",
    properties: { name: { type: "string", description: "Who is greeted" } },
    required: ["name"],
    additionalProperties: false,
  },
  access: { network: "none", hosts: [], writes: false, destructive: false, allowPrivate: false },
  limits: { seconds: 5, megabytes: 32 },
  risk: null,
  approval: null,
  promptTemplate: null,
  group: "default",
};

/** Asks for the name first, because it cannot be changed later. */
export function NewToolDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState("");
  const create = useChange<StudioTool>(keys.studio);
  const navigate = useNavigate();
  const faults = fieldFaults(create.error?.problem, ["name"]);
  return (
    <Dialog onClose={onClose} title="Write a tool" closesOutside>
      <DialogForm
        error={create.error}
        faults={faults}
        failed="It was not made"
        verb="Begin"
        isSending={create.isPending}
        disabled={name.trim() === ""}
        onSubmit={() =>
          create.mutate(
            { method: "POST", path: "/api/studio/tools", body: { name: name.trim(), draft: NEW_DRAFT } },
            { onSuccess: () => void navigate({ to: "/admin/studio/$name", params: { name: name.trim() } }) },
          )
        }
        onClose={onClose}
      >
        <TextInput
          data-autofocus
          label="Name"
          description="As agents call it: letters, digits, _ . and -. Cannot be changed later."
          value={name}
          error={faults.get("name")}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
      </DialogForm>
    </Dialog>
  );
}
