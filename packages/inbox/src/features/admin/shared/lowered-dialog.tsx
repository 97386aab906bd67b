import { VisibleText } from "../../../ui/visible-text.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import type { useConfirmed } from "./use-confirmed.ts";
import classes from "./admin.module.css";

interface Props {
  change: Pick<ReturnType<typeof useConfirmed>, "asked" | "isSending" | "error" | "confirm" | "cancel">;
  title?: string;
  verb?: string;
}

/** Holds a change back that lowers protection, and says in the server's words what will be so afterwards. */
export function LoweredDialog({ change, title = "Less protection: go on?", verb = "Save it all the same" }: Props) {
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
      From then on:
      <ul className={classes.points}>
        {change.asked.says.map((says) => (
          <li key={says}>
            <VisibleText text={says} newlines="mark" />
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}
