import type { StudioTool } from "@countersign/protocol";
import { Modal, TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { keys } from "../../../api/keys.ts";
import { useChange } from "../../../api/use-change.ts";
import { fieldFaults } from "../../../ui/field-faults.ts";
import { DialogForm } from "../shared/dialog-form.tsx";
import { NEW_DRAFT } from "./new-draft.ts";

/** A name is for ever, so it is asked first. */
export function NewToolDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState("");
  const create = useChange<StudioTool>(keys.studio);
  const navigate = useNavigate();
  const faults = fieldFaults(create.error?.problem, ["name"]);
  return (
    <Modal opened onClose={onClose} closeButtonProps={{ "aria-label": "Close" }} title={<b>Write a tool</b>}>
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
          description="As agents call it: letters, digits, _ . and -. It can not be changed later."
          value={name}
          error={faults.get("name")}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
      </DialogForm>
    </Modal>
  );
}
