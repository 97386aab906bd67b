import type { Action, JsonObject } from "@countersign/protocol";
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { usePreviewEdits, type Command } from "../../../api/decisions.ts";
import type { ApiError } from "../../../api/request.ts";
import { toolQuery } from "../../../api/admin-queries.ts";
import { strings } from "../../../strings/action.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import type { useDiffLayout } from "../../../ui/layout-choice.tsx";
import { EditCheck } from "./edit-check.tsx";
import { EditForm } from "./edit-form.tsx";

interface Props {
  action: Action;
  layout: ReturnType<typeof useDiffLayout>;
  isSending: boolean;
  /** Why the last decision was refused. */
  error: ApiError | null;
  send: (command: Command) => void;
  /** If set, nothing is decided here: receives the edits and the digest of the action with them. */
  onKeep?: (kept: { userEdits: JsonObject; digest: string }) => void;
  onClose: () => void;
}

/** Edits an action, shows what the server makes of it, then approves that. Nothing is stored before the last click. */
export function EditDialog({ action, layout, isSending, error, send, onKeep, onClose }: Props) {
  const preview = usePreviewEdits(action.id);
  const tool = useQuery({ ...toolQuery(action.toolName), refetchOnWindowFocus: false });
  const [userEdits, setUserEdits] = useState<JsonObject | null>(null);
  const [expected, setExpected] = useState<string | null>(null);
  const checked = userEdits !== null && preview.data ? preview.data : null;
  const check = (edits: JsonObject, file: string | null): void => {
    setUserEdits(edits);
    setExpected(file);
    preview.mutate(edits);
  };

  return (
    <Dialog
      onClose={onClose}
      size="64rem"
      fillsPhone
      closeOnEscape={false}
      closeLabel={strings.edit.closeWithoutDeciding}
      title={checked ? strings.edit.preview : strings.edit.title}
    >
      {/* The form stays mounted, so that going back keeps everything that was typed. */}
      <div hidden={checked !== null}>
        {tool.isPending ? (
          <Skeleton height={220} role="status" aria-label={strings.edit.readingTool} />
        ) : (
          <EditForm
            action={action}
            tool={tool.data ?? null}
            isChecking={preview.isPending}
            error={preview.error}
            onCheck={check}
            onClose={onClose}
          />
        )}
      </div>
      {checked && userEdits && (
        <EditCheck
          action={action}
          checked={checked}
          expected={expected}
          layout={layout}
          isSending={isSending}
          error={error}
          onBack={preview.reset}
          isKept={onKeep !== undefined}
          onApprove={() => {
            const edited = { digest: checked.digest, userEdits };
            if (onKeep) onKeep(edited);
            else send({ name: "approve", body: edited });
          }}
        />
      )}
    </Dialog>
  );
}
