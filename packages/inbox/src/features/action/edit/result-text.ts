import { applyTextEdits, type Action, type Json, type TextEdit } from "@countersign/protocol";
import { isObject } from "../../../ui/diff/json.ts";
import { isPlain } from "../../../ui/input-form/edit-draft.ts";

/** The file that a call makes by edits. `shown` is the text for a text field, which has no carriage returns. */
export interface FileResult {
  before: string;
  shown: string;
  hasCrlf: boolean;
}

/** Why the resulting file of a call cannot be edited. */
export type NoResult = "absent" | "tooLong" | "invisible";

/** Characters. A text field with more than that is slow to type in. */
const MAX_RESULT = 200_000;

/** The key of the input that has the edits. */
export const EDITS = "edits";

/**
 * Reads the complete file before and after a call that edits it; null if the call has no edits. The action tells both texts; they
 * are used only if the edits, applied as the tool says, lead from one to the other.
 */
export function readResult(action: Pick<Action, "effectiveInput" | "current" | "proposed">): FileResult | NoResult | null {
  const edits = readEdits(action.effectiveInput[EDITS]);
  if (edits === null) return null;
  const [before, after] = [contentOf(action.current), contentOf(action.proposed)];
  if (before === null || after === null) return "absent";
  const edited = applyTextEdits(before, edits);
  if (!edited.ok || edited.text !== after) return "absent";
  return fromFile(before, after);
}

/** Returns the text for a text field, or why a text field cannot hold it. */
export function fromFile(before: string, after: string): FileResult | NoResult {
  if (after.length > MAX_RESULT) return "tooLong";
  const shown = after.replaceAll("\r\n", "\n");
  const result = { before, shown, hasCrlf: shown.length !== after.length };
  return toFile(result, shown) === after && isPlain(shown) ? result : "invisible";
}

/** The file's text for what stands in the text field. */
export const toFile = ({ hasCrlf }: FileResult, shown: string): string => (hasCrlf ? shown.replaceAll("\n", "\r\n") : shown);

const contentOf = (state: Json | null): string | null => {
  const content = isObject(state ?? undefined) ? (state as { content?: Json }).content : undefined;
  return typeof content === "string" ? content : null;
};

/** Whether the server's preview has exactly the file that a person wrote; `expected` is null if they edited the arguments. */
export const isAsWritten = ({ proposed }: Pick<Action, "proposed">, expected: string | null): boolean =>
  expected === null || contentOf(proposed) === expected;

/** A list of edits as `edit_file` takes it; null for anything else. */
export function readEdits(value: Json | undefined): TextEdit[] | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  const edits: TextEdit[] = [];
  for (const edit of value) {
    if (!isObject(edit) || Object.keys(edit).length !== 2) return null;
    const { oldText, newText } = edit;
    if (typeof oldText !== "string" || typeof newText !== "string" || oldText === "") return null;
    edits.push({ oldText, newText });
  }
  return edits;
}
