import type { StudioTool } from "@countersign/protocol";
import { Button, Group, Modal, Stack, TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { keys } from "../../../api/keys.ts";
import { useChange } from "../../../api/use-change.ts";
import { fieldFaults } from "../../../ui/field-faults.ts";
import { Notice } from "../../../ui/notice.tsx";
import { NEW_DRAFT } from "./new-draft.ts";

/** A name is for ever, so it is asked first. */
export function NewToolDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState("");
  const create = useChange<StudioTool>(keys.studio);
  const navigate = useNavigate();
  const faults = fieldFaults(create.error?.problem, ["name"]);
  return (
    <Modal opened onClose={onClose} closeButtonProps={{ "aria-label": "Close" }} title={<b>Write a tool</b>}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate(
            { method: "POST", path: "/api/studio/tools", body: { name: name.trim(), draft: NEW_DRAFT } },
            { onSuccess: () => void navigate({ to: "/admin/studio/$name", params: { name: name.trim() } }) },
          );
        }}
      >
        <Stack gap="md">
          <TextInput
            data-autofocus
            label="Name"
            description="As agents call it: letters, digits, _ . and -. It can not be changed later."
            value={name}
            error={faults.get("name")}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          {create.error && !faults.has("name") && (
            <Notice tone="error" title="It was not made">
              {faults.get("") ?? create.error.message}
            </Notice>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Go back
            </Button>
            <Button type="submit" loading={create.isPending} disabled={name.trim() === ""}>
              Begin
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
