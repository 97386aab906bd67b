import { Button, Group, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import type { ApiError } from "../../../api/request.ts";
import { strings } from "../../../strings/ui.tsx";
import { Notice } from "../../../ui/notice.tsx";

interface Props {
  /** The fields. */
  children: ReactNode;
  error: ApiError | null;
  /** Error messages by field, shown beside the fields; `""` is the form as a whole. */
  faults: ReadonlyMap<string, string>;
  /** Title above an error that no field shows, such as "Nothing was saved". */
  failed: string;
  /** Label of the submit button. */
  verb: string;
  isSending: boolean;
  disabled?: boolean;
  onSubmit: () => void;
  onClose: () => void;
}

/** Form of a dialog: its fields, errors, and the buttons to go back and to submit. */
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
            {strings.cancel}
          </Button>
          <Button type="submit" loading={isSending} disabled={disabled}>
            {verb}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
