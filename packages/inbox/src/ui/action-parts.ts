import type { Json, JsonObject, Preview } from "@countersign/protocol";
import { readContentProposal } from "./content/read-content.ts";
import { hasMore } from "./preview/drawn-preview.tsx";

/** The parts of an action that a verdict rests on, as they are headed on the screen. */
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

/** The preview besides its title and summary, or null. What describes content is drawn as what changes. */
export function previewOf(of: Previewed): Preview | null {
  const preview = readContentProposal(of) ? { ...of.preview, content: undefined } : of.preview;
  return hasMore(preview) ? preview : null;
}

export const hasChanges = ({ current, proposed }: Pick<Previewed, "current" | "proposed">): boolean =>
  current !== null || proposed !== null;

/** Which parts have to be drawn before this may be approved. */
export const partsOf = (action: Previewed & { userEdits: JsonObject | null }): string[] => [
  ...(previewOf(action) ? [PARTS.preview] : []),
  ...(hasChanges(action) ? [PARTS.changes] : []),
  ...(action.userEdits === null ? [] : [PARTS.edits]),
  PARTS.input,
];
