import type { Key } from "@countersign/protocol";
import { keys } from "../../../api/keys.ts";
import { pathOf, useChange } from "../../../api/use-change.ts";
import { strings } from "../../../strings/key-limits.tsx";
import { Moment } from "../../../ui/moment.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";

export function EndFormerKey({ apiKey: { id, name, formerKey }, onClose }: { apiKey: Key; onClose: () => void }) {
  const end = useChange(keys.apiKeys, keys.agents);
  const words = strings.ending;
  const usedAt = formerKey?.lastUsedAt ?? null;
  return (
    <ConfirmDialog
      title={words.title(<VisibleText text={name} newlines="mark" />)}
      verb={words.verb}
      isSending={end.isPending}
      error={end.error}
      onCancel={onClose}
      onConfirm={() =>
        end.mutate({ method: "POST", path: `${pathOf("keys", id)}/end-former`, body: {} }, { onSuccess: onClose })
      }
    >
      {words.says} {usedAt !== null && words.used(<Moment at={usedAt} />)}
    </ConfirmDialog>
  );
}
