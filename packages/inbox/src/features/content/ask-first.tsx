import { Button, Group, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import type { ApiError } from "../../api/request.ts";
import { strings } from "../../strings/content.tsx";
import { strings as uiStrings } from "../../strings/ui.tsx";
import { DecideButton } from "../../ui/decide-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useArmed } from "../../ui/use-armed.ts";

interface Props {
  title: string;
  verb: string;
  /** Consequences of the change. */
  children: ReactNode;
  color?: string;
  isSending?: boolean;
  error?: ApiError | null;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Dialog that asks for confirmation of a change; going back has the focus. */
export function AskFirst({ title, verb, children, color = "indigo.8", isSending = false, error, onConfirm, onCancel }: Props) {
  const armed = useArmed(title) && !isSending;
  return (
    <Dialog onClose={onCancel} title={title}>
      <Stack gap="md">
        <div>{children}</div>
        {error && (
          <Notice tone="error" title={strings.notDone}>
            {error.code === "STALE" ? strings.changedMeanwhile : error.message}
          </Notice>
        )}
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={onCancel}>
            {uiStrings.cancel}
          </Button>
          <DecideButton armed={armed} color={color} loading={isSending} onClick={onConfirm}>
            {verb}
          </DecideButton>
        </Group>
      </Stack>
    </Dialog>
  );
}
