import { strings } from "../strings/code.tsx";
import { readChange, type Proposed } from "./change-renderer.ts";
import type { DiffLayout } from "./diff-rows.tsx";
import { FieldDiff } from "./field-diff.tsx";

interface Props {
  /** An action or a `ReviewPayload`. */
  of: Proposed & { id: string };
  layout: DiffLayout;
  /** False for unsaved edits: the server has no page of them. */
  isStored?: boolean;
}

/** Two states of a target: as its renderer draws them, otherwise field by field. Lazy: must be in a `DrawnPart`. */
export function DrawnChanges({ of, layout, isStored = true }: Props) {
  const known = readChange(of);
  if (known) return known.whole(isStored ? of.id : null, layout);
  return (
    <FieldDiff
      before={of.current ?? undefined}
      after={of.proposed ?? undefined}
      layout={layout}
      wholeName={strings.values.content}
    />
  );
}
