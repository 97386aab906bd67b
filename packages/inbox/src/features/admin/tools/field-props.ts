import type { Tool } from "@countersign/protocol";
import type { ToolDraft } from "./tool-draft.ts";

/** What every part of the form gets. */
export interface FieldProps {
  tool: Tool;
  draft: ToolDraft;
  /** By field, in words. */
  faults: ReadonlyMap<string, string>;
  onChange: (part: Partial<ToolDraft>) => void;
}

export const monospace = { input: { fontFamily: "var(--mantine-font-family-monospace)", fontSize: 13 } };
