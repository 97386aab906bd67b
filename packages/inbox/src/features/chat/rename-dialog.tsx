import type { ChatSession } from "@countersign/protocol";
import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
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
    <Dialog onClose={onClose} title="Rename this conversation" closesOutside>
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
              Cancel
            </Button>
            <Button type="submit" loading={change.isPending} disabled={written === "" || written === session.title}>
              Rename
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
