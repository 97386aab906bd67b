import { DEFAULT_OVERLAP_SECONDS, type Key } from "@countersign/protocol";
import { Button, Group, NativeSelect, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { keys } from "../../../api/keys.ts";
import { pathOf, useChange } from "../../../api/use-change.ts";
import { strings } from "../../../strings/key-limits.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { fieldFaults } from "../../../ui/field-faults.ts";
import { toInstant } from "../../../ui/local-time.ts";
import { Notice } from "../../../ui/notice.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { DialogForm } from "./dialog-form.tsx";
import { LoweredDialog } from "./lowered-dialog.tsx";
import { ShownOnce } from "./shown-once.tsx";
import { useConfirmed } from "./use-confirmed.ts";
import classes from "./admin.module.css";

/** Replaces a key by a new one, which is shown once, and asks how long the old one stays valid. */
export function RotateKey({ apiKey, onClose }: { apiKey: Key; onClose: () => void }) {
  const making = useChange<{ id: string; key: string }>(keys.apiKeys, keys.agents);
  const rotate = useConfirmed(making, () => undefined);
  const [overlap, setOverlap] = useState(String(DEFAULT_OVERLAP_SECONDS));
  const [expires, setExpires] = useState("");
  const words = strings.rotation;
  const faults = fieldFaults(rotate.error?.problem, ["overlapSeconds", "expiresAt"]);
  const body = { overlapSeconds: Number(overlap), ...(expires !== "" && { expiresAt: toInstant(expires) }) };
  return (
    <>
      <Dialog
        onClose={onClose}
        closeOnEscape={!making.data}
        title={words.title(<VisibleText text={apiKey.name} newlines="mark" />)}
      >
        {making.data ? (
          <Stack gap="md">
            <ShownOnce what={words.newKey} secret={making.data.key}>
              {words.newKeySays}
            </ShownOnce>
            <Group justify="flex-end">
              <Button onClick={onClose}>{words.done}</Button>
            </Group>
          </Stack>
        ) : (
          <DialogForm
            error={rotate.error}
            faults={faults}
            failed={words.failed}
            verb={words.verb}
            isSending={rotate.isSending}
            onSubmit={() => rotate.send({ method: "POST", path: `${pathOf("keys", apiKey.id)}/rotate`, body })}
            onClose={onClose}
          >
            <p className={classes.says}>{words.says}</p>
            {apiKey.formerKey && <Notice tone="caution" title={words.endsOlder} />}
            <NativeSelect
              label={words.overlap}
              error={faults.get("overlapSeconds")}
              value={overlap}
              data={Object.entries(words.overlaps).map(([value, label]) => ({ value, label }))}
              onChange={({ currentTarget }) => setOverlap(currentTarget.value)}
            />
            {apiKey.expiresAt !== null && (
              <TextInput
                label={words.lasts}
                description={words.lastsSays}
                type="datetime-local"
                error={faults.get("expiresAt")}
                value={expires}
                onChange={({ currentTarget }) => setExpires(currentTarget.value)}
              />
            )}
          </DialogForm>
        )}
      </Dialog>
      <LoweredDialog change={rotate} title={words.longer} verb={words.verb} />
    </>
  );
}
