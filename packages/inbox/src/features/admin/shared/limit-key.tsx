import type { Key } from "@countersign/protocol";
import { useState } from "react";
import { keys } from "../../../api/keys.ts";
import { pathOf, useChange } from "../../../api/use-change.ts";
import { strings as adminStrings } from "../../../strings/admin.tsx";
import { strings } from "../../../strings/key-limits.tsx";
import { strings as uiStrings } from "../../../strings/ui.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { fieldFaults } from "../../../ui/field-faults.ts";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { DialogForm } from "./dialog-form.tsx";
import { changesOf, LIMIT_FIELDS, limitsOf } from "./key-limits.ts";
import { LimitFields } from "./limit-fields.tsx";
import { LoweredDialog } from "./lowered-dialog.tsx";
import { useConfirmed } from "./use-confirmed.ts";

/** Changes when a key expires, and from where it is accepted. */
export function LimitKey({ apiKey, onClose }: { apiKey: Key; onClose: () => void }) {
  const [was] = useState(() => limitsOf(apiKey));
  const [draft, setDraft] = useState(was);
  const save = useConfirmed(useChange(keys.apiKeys), onClose);
  const faults = fieldFaults(save.error?.problem, LIMIT_FIELDS);
  const changes = changesOf(draft, was);
  return (
    <>
      <Dialog
        onClose={onClose}
        closeOnEscape={!save.asked}
        closeLabel={adminStrings.closeWithoutSaving}
        title={strings.change.title(<VisibleText text={apiKey.name} newlines="mark" />)}
      >
        <DialogForm
          error={save.error}
          faults={faults}
          failed={adminStrings.nothingSaved}
          verb={uiStrings.save}
          isSending={save.isSending}
          disabled={Object.keys(changes).length === 0}
          onSubmit={() => save.send({ method: "PUT", path: pathOf("keys", apiKey.id), body: changes })}
          onClose={onClose}
        >
          <LimitFields draft={draft} faults={faults} onChange={setDraft} />
        </DialogForm>
      </Dialog>
      <LoweredDialog change={save} title={strings.change.more} />
    </>
  );
}
