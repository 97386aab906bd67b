import type { Json, JsonObject, Preview } from "@countersign/protocol";
import { hasChanges, partNames, previewOf } from "./action-parts.ts";
import { DrawnChanges } from "./drawn-changes.tsx";
import type { DiffLayout } from "./diff-rows.tsx";
import { DrawnPart } from "./drawn-part.tsx";
import { JsonView } from "./json-view.tsx";
import { DrawnPreview } from "./preview/drawn-preview.tsx";

interface Whole {
  id: string;
  digest: string;
  preview: Preview;
  current: Json | null;
  proposed: Json | null;
  /** Undefined if the action was read as one of many. */
  effectiveInput?: JsonObject;
}

interface Props {
  of: Whole;
  layout: DiffLayout;
  /** False for unsaved edits, of which the server has no page. */
  isStored?: boolean;
}

/** Names of the parts that `WholeChanges` draws. */
export const wholePartsOf = (of: Whole): string[] => [
  ...(previewOf(of) ? [partNames().preview] : []),
  ...(hasChanges(of) ? [partNames().changes] : of.effectiveInput ? [partNames().input] : []),
];

/** The preview of an action and all its changes, or its input if it names no changes. */
export function WholeChanges({ of, layout, isStored = true }: Props) {
  const preview = previewOf(of);
  return (
    <>
      {preview && (
        <DrawnPart name={partNames().preview} of={of.digest}>
          <DrawnPreview preview={preview} />
        </DrawnPart>
      )}
      {hasChanges(of) ? (
        <DrawnPart name={partNames().changes} of={of.digest}>
          <DrawnChanges of={of} layout={layout} isStored={isStored} />
        </DrawnPart>
      ) : (
        of.effectiveInput && (
          <DrawnPart name={partNames().input} of={of.digest}>
            <JsonView value={of.effectiveInput} />
          </DrawnPart>
        )
      )}
    </>
  );
}
