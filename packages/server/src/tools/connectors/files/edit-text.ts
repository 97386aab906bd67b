import { applyTextEdits, type TextEdit } from "@countersign/protocol";
import { ToolFailure } from "../../../ports/tool.ts";

/** Characters compared before `wasEdited` gives up. */
const UNDO_BUDGET = 64 * 1024 * 1024;

const FAULTS = { absent: "is not in the file", repeated: "is in the file more than once" } as const;

/** Applies the edits in order; each old text must occur exactly once when its edit is applied. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const edited = applyTextEdits(text, edits);
  if (!edited.ok) throw new ToolFailure("invalid", FAULTS[edited.fault], `/edits/${edited.at}/oldText`);
  return edited.text;
}

/**
 * Returns whether `text` is the result of the edits on the original, which only `isOriginal` can recognise. Undoes the edits
 * from last to first at every possible place. Returns undefined if there are too many places to try.
 */
export function wasEdited(
  text: string,
  edits: readonly TextEdit[],
  isOriginal: (text: string) => boolean,
): boolean | undefined {
  let budget = UNDO_BUDGET;

  const undo = (after: string, count: number): boolean => {
    const edit = edits[count - 1];
    if (edit === undefined) return isOriginal(after);
    for (let at = after.indexOf(edit.newText); at !== -1; at = after.indexOf(edit.newText, at + 1)) {
      budget -= after.length;
      if (budget < 0) return false;
      const before = splice(after, at, edit.newText.length, edit.oldText);
      const unique = before.indexOf(edit.oldText) === at && !before.includes(edit.oldText, at + 1);
      if (unique && undo(before, count - 1)) return true;
      // An empty `newText` is found at the end again and again.
      if (at === after.length) break;
    }
    return false;
  };

  const found = undo(text, edits.length);
  return found || budget >= 0 ? found : undefined;
}

const splice = (text: string, at: number, length: number, by: string): string =>
  text.slice(0, at) + by + text.slice(at + length);
