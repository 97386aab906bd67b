import type { ChatSession } from "@countersign/protocol";
import { Button, Group, Modal, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { Notice } from "../../ui/notice.tsx";
import type { useSessionChange } from "./use-session-change.ts";

interface Props {
  session: ChatSession;
  change: ReturnType<typeof useSessionChange>;
  onClose: () => void;
}

export function RenameDialog({ session, change, onClose }: Props) {
  const [title, setTitle] = useState(session.title);
  const written = title.trim();
  return (
    <Modal opened onClose={onClose} closeButtonProps={{ "aria-label": "Close" }} title={<b>Rename this conversation</b>}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate({ title: written }, { onSuccess: onClose });
        }}
      >
        <Stack gap="md">
          <TextInput
            label="Title"
            data-autofocus
            maxLength={200}
            value={title}
            onChange={({ currentTarget }) => setTitle(currentTarget.value)}
          />
          {change.error && (
            <Notice tone="error" title="It was not renamed">
              {change.error.message}
            </Notice>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Go back
            </Button>
            <Button type="submit" loading={change.isPending} disabled={written === "" || written === session.title}>
              Rename
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
