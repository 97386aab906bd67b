import { Button, Group, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import type { ApiError } from "../../../api/request.ts";
import { Notice } from "../../../ui/notice.tsx";

interface Props {
  /** The fields. */
  children: ReactNode;
  error: ApiError | null;
  /** What the error says of fields, which show it themselves; under "" of the whole. */
  faults: ReadonlyMap<string, string>;
  /** Said over an error that no field shows, as "Nothing was saved". */
  failed: string;
  /** On the button that sends it. */
  verb: string;
  isSending: boolean;
  disabled?: boolean;
  onSubmit: () => void;
  onClose: () => void;
}

/** The form of a dialog: its fields, what went wrong, the way back and the button that sends it. */
export function DialogForm({ children, error, faults, failed, verb, isSending, disabled = false, onSubmit, onClose }: Props) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Stack gap="md">
        {children}
        {error && (faults.size === 0 || faults.has("")) && (
          <Notice tone="error" title={failed}>
            {faults.get("") ?? error.message}
          </Notice>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Go back
          </Button>
          <Button type="submit" loading={isSending} disabled={disabled}>
            {verb}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
