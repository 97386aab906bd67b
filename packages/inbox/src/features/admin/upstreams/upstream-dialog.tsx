import type { UpstreamCheck, UpstreamServer } from "@countersign/protocol";
import { Button, Group, Stack } from "@mantine/core";
import { useState } from "react";
import { keys } from "../../../api/keys.ts";
import { pathOf, useChange } from "../../../api/use-change.ts";
import { strings as uiStrings } from "../../../strings/ui.tsx";
import { strings } from "../../../strings/upstreams.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { fieldFaults } from "../../../ui/field-faults.ts";
import { Notice } from "../../../ui/notice.tsx";
import { LoweredDialog } from "../shared/lowered-dialog.tsx";
import { useConfirmed } from "../shared/use-confirmed.ts";
import { CheckResult } from "./check-result.tsx";
import { changeBody, checkBody, createBody, draftOf, type UpstreamDraft } from "./upstream-draft.ts";
import { UpstreamFields, UPSTREAM_FIELDS } from "./upstream-fields.tsx";

interface Props {
  /** Null for a new upstream. */
  upstream: UpstreamServer | null;
  onClose: () => void;
}

/** A new upstream can be added only after a test, whatever its result. Only the last button stores what is typed here. */
export function UpstreamDialog({ upstream, onClose }: Props) {
  const words = strings.dialog;
  const [draft, setDraft] = useState(() => draftOf(upstream));
  const [checked, setChecked] = useState<{ of: string; answer: UpstreamCheck } | null>(null);
  const check = useConfirmed(useChange<UpstreamCheck>(), (answer) =>
    setChecked({ of: JSON.stringify(checkBody(draft)), answer }),
  );
  const save = useConfirmed(useChange(keys.upstreams, keys.tools, keys.groups), onClose);
  const fresh = checked?.of === JSON.stringify(checkBody(draft)) ? checked.answer : null;
  const changes = upstream === null ? createBody(draft) : changeBody(draft, upstream);
  const error = save.error ?? check.error;
  const faults = fieldFaults(error?.problem, UPSTREAM_FIELDS);
  const canCheck = upstream === null || draft.headerChoice !== "keep";
  const set = (part: Partial<UpstreamDraft>): void => setDraft({ ...draft, ...part });
  const test = (): void => {
    setChecked(null);
    check.send({ method: "POST", path: "/api/upstreams/check", body: checkBody(draft) });
  };
  const store = (): void =>
    upstream === null
      ? save.send({ method: "POST", path: "/api/upstreams", body: changes })
      : save.send({ method: "PUT", path: pathOf("upstreams", upstream.name), body: changes });
  const asking = check.asked ? check : save;

  return (
    <>
      <Dialog
        onClose={onClose}
        size="lg"
        fillsPhone
        closeOnEscape={!asking.asked}
        closeLabel={words.closeLabel}
        title={upstream === null ? words.connect : words.edit(upstream.name)}
      >
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (upstream === null && !fresh) test();
            else store();
          }}
        >
          <Stack gap="md">
            <UpstreamFields draft={draft} upstream={upstream} faults={faults} onChange={set} />
            {fresh && <CheckResult check={fresh} />}
            {error && (faults.has("") || faults.size === 0) && (
              <Notice tone="error" title={save.error ? words.notStored : words.notTested}>
                {faults.get("") ?? error.message}
              </Notice>
            )}
            {upstream !== null && !canCheck && <Notice tone="info">{words.keptHeaders}</Notice>}
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                {uiStrings.cancel}
              </Button>
              {(upstream !== null || fresh) && canCheck && (
                <Button variant="default" loading={check.isSending} onClick={test}>
                  {fresh ? words.testAgain : words.test}
                </Button>
              )}
              {upstream === null && <AddButton fresh={fresh} isTesting={check.isSending} isSaving={save.isSending} />}
              {upstream !== null && (
                <Button type="submit" loading={save.isSending} disabled={Object.keys(changes).length === 0}>
                  {uiStrings.save}
                </Button>
              )}
            </Group>
          </Stack>
        </form>
      </Dialog>
      <LoweredDialog change={asking} {...(asking === check && { title: words.testAddress, verb: words.testIt })} />
    </>
  );
}

interface AddProps {
  /** Answer of a test of exactly what is typed. */
  fresh: UpstreamCheck | null;
  isTesting: boolean;
  isSaving: boolean;
}

/** Submits a new upstream: first tests it, then adds it. */
function AddButton({ fresh, isTesting, isSaving }: AddProps) {
  return (
    <>
      {!fresh && (
        <Button type="submit" loading={isTesting}>
          {strings.dialog.test}
        </Button>
      )}
      {fresh && (
        <Button type="submit" loading={isSaving} {...(fresh.reachable ? {} : { color: "red.9" })}>
          {fresh.reachable ? strings.dialog.add : strings.dialog.addAnyway}
        </Button>
      )}
    </>
  );
}
