import { Button } from "@mantine/core";
import type { ApiError } from "../../../api/request.ts";
import { strings } from "../../../strings/admin.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";

interface CardActionProps {
  verb: string;
  /** What it acts on, for those who hear the button by itself. */
  name: string;
  /** A dialog follows. */
  asks?: boolean;
  loading?: boolean;
  onClick: () => void;
}

/** A button of a card in the settings. */
export const CardAction = ({ verb, name, asks = false, loading = false, onClick }: CardActionProps) => (
  <Button size="compact-sm" variant="default" aria-label={strings.verbAndName(verb, name)} loading={loading} onClick={onClick}>
    {asks ? `${verb}…` : verb}
  </Button>
);

/** Texts of the dialog that asks before an action. */
export interface AskedVerb {
  title: string;
  verb: string;
  says: string;
}

interface AskedDialogProps {
  asked: AskedVerb;
  name: string;
  change: { isPending: boolean; error: ApiError | null };
  onConfirm: () => void;
  onCancel: () => void;
}

export const AskedDialog = ({ asked: { title, verb, says }, name, change, onConfirm, onCancel }: AskedDialogProps) => (
  <ConfirmDialog
    title={title}
    verb={verb}
    isSending={change.isPending}
    error={change.error}
    onConfirm={onConfirm}
    onCancel={onCancel}
  >
    <b>{name}</b>. {says}
  </ConfirmDialog>
);
