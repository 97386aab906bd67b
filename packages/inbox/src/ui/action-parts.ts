import type { Json, JsonObject, Preview } from "@countersign/protocol";
import { readContentProposal } from "./content/read-content.ts";
import { hasMore } from "./preview/drawn-preview.tsx";

/** Parts of an action that a verdict is based on, with their headings. */
export const PARTS = {
  preview: "What it would do",
  changes: "What changes",
  edits: "Edits",
  input: "Full input",
} as const;

interface Previewed {
  preview: Preview;
  current: Json | null;
  proposed: Json | null;
}

/** The preview if it has more than title and summary, else null. Without content, which is drawn as changes instead. */
export function previewOf(of: Previewed): Preview | null {
  const preview = readContentProposal(of) ? { ...of.preview, content: undefined } : of.preview;
  return hasMore(preview) ? preview : null;
}

export const hasChanges = ({ current, proposed }: Pick<Previewed, "current" | "proposed">): boolean =>
  current !== null || proposed !== null;

/** Names of the parts that must be drawn before the action may be approved. */
export const partsOf = (action: Previewed & { userEdits: JsonObject | null }): string[] => [
  ...(previewOf(action) ? [PARTS.preview] : []),
  ...(hasChanges(action) ? [PARTS.changes] : []),
  ...(action.userEdits === null ? [] : [PARTS.edits]),
  PARTS.input,
];
