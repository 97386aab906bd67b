import { Button, Group, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import type { ApiError } from "../../../api/request.ts";
import { strings } from "../../../strings/admin.tsx";
import { strings as uiStrings } from "../../../strings/ui.tsx";
import { DecideButton } from "../../../ui/decide-button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { useArmed } from "../../../ui/use-armed.ts";

interface Props {
  /** A question. */
  title: ReactNode;
  /** The verb on the button. */
  verb: string;
  /** Says what will happen. */
  children: ReactNode;
  isSending: boolean;
  error: ApiError | null;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Says what will happen and waits for a separate click. Enter alone never confirms: the focus is on going back. */
export function ConfirmDialog({ title, verb, children, isSending, error, onConfirm, onCancel }: Props) {
  const armed = useArmed(verb) && !isSending;
  return (
    <Dialog onClose={onCancel} zIndex={400} title={title}>
      <Stack gap="md">
        <div>{children}</div>
        {error && (
          <Notice tone="error" title={strings.notDone}>
            {error.message}
          </Notice>
        )}
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={onCancel}>
            {uiStrings.cancel}
          </Button>
          <DecideButton armed={armed} color="red.9" loading={isSending} onClick={onConfirm}>
            {verb}
          </DecideButton>
        </Group>
      </Stack>
    </Dialog>
  );
}
