import type { ChatSession } from "@countersign/protocol";
import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { strings } from "../../strings/chat.tsx";
import { strings as uiStrings } from "../../strings/ui.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { useSessionChange } from "./use-session-change.ts";

interface Props {
  session: ChatSession;
  change: ReturnType<typeof useSessionChange>;
  onClose: () => void;
}

export function RenameDialog({ session, change, onClose }: Props) {
  const words = strings.rename;
  const [title, setTitle] = useState(session.title);
  const written = title.trim();
  return (
    <Dialog onClose={onClose} title={words.title} closesOutside>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate({ title: written }, { onSuccess: onClose });
        }}
      >
        <Stack gap="md">
          <TextInput
            label={words.name}
            data-autofocus
            maxLength={200}
            value={title}
            onChange={({ currentTarget }) => setTitle(currentTarget.value)}
          />
          {change.error && (
            <Notice tone="error" title={words.notRenamed}>
              {change.error.message}
            </Notice>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {uiStrings.cancel}
            </Button>
            <Button type="submit" loading={change.isPending} disabled={written === "" || written === session.title}>
              {words.rename}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
