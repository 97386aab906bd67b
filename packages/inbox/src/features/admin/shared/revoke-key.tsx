import type { ReactNode } from "react";
import { keys } from "../../../api/keys.ts";
import { pathOf, useChange } from "../../../api/use-change.ts";
import { strings } from "../../../strings/admin.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";

interface Props {
  id: string;
  name: string;
  onClose: () => void;
  /** Says what stops with the key. */
  children: ReactNode;
}

export function RevokeKey({ id, name, onClose, children }: Props) {
  const revoke = useChange(keys.apiKeys, keys.agents, keys.groups);
  return (
    <ConfirmDialog
      title={strings.revokeKey.title(<VisibleText text={name} newlines="mark" />)}
      verb={strings.revokeKey.verb}
      isSending={revoke.isPending}
      error={revoke.error}
      onCancel={onClose}
      onConfirm={() => revoke.mutate({ method: "DELETE", path: pathOf("keys", id) }, { onSuccess: onClose })}
    >
      {children} {strings.revokeKey.says}
    </ConfirmDialog>
  );
}
