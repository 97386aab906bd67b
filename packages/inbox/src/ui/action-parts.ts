import type { JsonObject, Preview } from "@countersign/protocol";
import { strings } from "../strings/ui.tsx";
import { readChange, type Proposed } from "./change-renderer.ts";
import { hasMore } from "./preview/drawn-preview.tsx";

/** Parts of an action that a verdict is based on, with their headings. */
export const partNames = (): typeof strings.parts => strings.parts;

/** The preview if it has more than title and summary, else null. Without the part that is drawn as changes instead. */
export function previewOf(of: Proposed): Preview | null {
  const known = readChange(of);
  const preview = known ? { ...of.preview, [known.previewKey]: undefined } : of.preview;
  return hasMore(preview) ? preview : null;
}

export const hasChanges = ({ current, proposed }: Pick<Proposed, "current" | "proposed">): boolean =>
  current !== null || proposed !== null;

/** Names of the parts that must be drawn before the action may be approved. */
export const partsOf = (action: Proposed & { userEdits: JsonObject | null; isQuestion: boolean }): string[] =>
  action.isQuestion ? [partNames().question] : partsOfCall(action);

const partsOfCall = (action: Proposed & { userEdits: JsonObject | null }): string[] => [
  ...(previewOf(action) ? [partNames().preview] : []),
  ...(hasChanges(action) ? [partNames().changes] : []),
  ...(action.userEdits === null ? [] : [partNames().edits]),
  partNames().input,
];
