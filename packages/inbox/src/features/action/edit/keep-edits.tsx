import type { JsonObject } from "@countersign/protocol";
import { Loader } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { actionQuery } from "../../../api/action-queries.ts";
import { strings } from "../../../strings/action.tsx";
import { useDiffLayout } from "../../../ui/layout-choice.tsx";
import { EditDialog } from "./edit-dialog.tsx";

interface Props {
  id: string;
  onKeep: (kept: { userEdits: JsonObject; digest: string }) => void;
  onClose: () => void;
}

/** Edits one of several actions before a joint decision. The server checks the edits, and they are kept until then. */
export function KeepEdits({ id, onKeep, onClose }: Props) {
  const { data: action } = useQuery(actionQuery(id));
  const layout = useDiffLayout();
  if (!action) return <Loader size="sm" aria-label={strings.edit.opening} />;
  return (
    <EditDialog
      action={action}
      layout={layout}
      isSending={false}
      error={null}
      send={() => undefined}
      onKeep={onKeep}
      onClose={onClose}
    />
  );
}
