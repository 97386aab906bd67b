import type { Json } from "@countersign/protocol";
import { Text, Title } from "@mantine/core";
import { useDeferredValue } from "react";
import { strings } from "../../../strings/action.tsx";
import { sameJson } from "../../../ui/diff/field-changes.ts";
import { FieldDiff } from "../../../ui/field-diff.tsx";
import { ReviewPartsContext } from "../../../ui/review-parts.ts";

interface Props {
  /** Null while the text that was typed is not valid input. */
  edits: { before: Json; after: Json } | null;
  /** Name of what is edited, where all of it is one value. */
  wholeName: string;
}

/**
 * Changes by the edits so far; not counted as read, because they are shown again before the last click. They may lag behind
 * fast typing; the server checks afterwards what is approved.
 */
export function LiveEdits({ edits, wholeName }: Props) {
  const latest = useDeferredValue(edits);
  if (latest && sameJson(latest.before, latest.after)) return null;
  return (
    <section aria-label={strings.edit.soFar}>
      <Title order={3} size="sm" mb="xs">
        {strings.edit.soFar}
      </Title>
      {latest ? (
        <ReviewPartsContext value={null}>
          <FieldDiff before={latest.before} after={latest.after} layout="unified" wholeName={wholeName} />
        </ReviewPartsContext>
      ) : (
        <Text size="sm" c="dimmed">
          {strings.edit.soFarUnreadable}
        </Text>
      )}
    </section>
  );
}
