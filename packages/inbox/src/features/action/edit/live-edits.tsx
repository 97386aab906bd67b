import type { JsonObject } from "@countersign/protocol";
import { Text, Title } from "@mantine/core";
import { useDeferredValue } from "react";
import { strings } from "../../../strings/action.tsx";
import { FieldDiff } from "../../../ui/field-diff.tsx";
import { ReviewPartsContext } from "../../../ui/review-parts.ts";
import type { ReadDraft } from "../../../ui/input-form/edit-draft.ts";

/**
 * Changes by the edits so far; not counted as read, because they are shown again before the last click. They may lag behind
 * fast typing; the server checks afterwards what is approved.
 */
export function LiveEdits({ input, draft }: { input: JsonObject; draft: ReadDraft }) {
  const latest = useDeferredValue(draft);
  if (latest.ok && Object.keys(latest.userEdits).length === 0) return null;
  return (
    <section aria-label={strings.edit.soFar}>
      <Title order={3} size="sm" mb="xs">
        {strings.edit.soFar}
      </Title>
      {latest.ok ? (
        <ReviewPartsContext value={null}>
          <FieldDiff
            before={pick(input, latest.userEdits)}
            after={latest.userEdits}
            layout="unified"
            wholeName={strings.edit.input}
          />
        </ReviewPartsContext>
      ) : (
        <Text size="sm" c="dimmed">
          {strings.edit.soFarUnreadable}
        </Text>
      )}
    </section>
  );
}

/** Returns only the edited keys, so that a large input costs nothing while typing in a small field. */
const pick = (input: JsonObject, edits: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(input).filter(([name]) => Object.hasOwn(edits, name)));
