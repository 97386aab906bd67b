import { strings } from "../../../strings/admin.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import type { useConfirmed } from "./use-confirmed.ts";
import { Points } from "./card-parts.tsx";

interface Props {
  change: Pick<ReturnType<typeof useConfirmed>, "asked" | "isSending" | "error" | "confirm" | "cancel">;
  title?: string;
  verb?: string;
}

/** Holds back a change that lowers protection, and says in the server's words what will apply afterwards. */
export function LoweredDialog({ change, title = strings.lowered.title, verb = strings.lowered.verb }: Props) {
  if (!change.asked) return null;
  return (
    <ConfirmDialog
      title={title}
      verb={verb}
      isSending={change.isSending}
      error={change.error}
      onConfirm={change.confirm}
      onCancel={change.cancel}
    >
      {strings.lowered.fromThenOn}
      <Points lines={change.asked.says} />
    </ConfirmDialog>
  );
}
