import { diffArrays } from "diff";
import { splitLines } from "./split-lines.ts";

/** One line of a comparison. Numbers count from 1 and are null on the side that lacks the line. */
export interface DiffLine {
  kind: "same" | "removed" | "added";
  text: string;
  before: number | null;
  after: number | null;
}

/** Past this many changed lines the exact search costs seconds; whole blocks are shown instead. */
const MAX_EDIT_LENGTH = 1500;

/** Compares by line. Every line of both texts is in the answer, with its line break. */
export function diffLines(before: string, after: string): DiffLine[] {
  const old = splitLines(before);
  const fresh = splitLines(after);
  const changes = diffArrays(old, fresh, { maxEditLength: MAX_EDIT_LENGTH }) ?? [
    { value: old, removed: true, added: false },
    { value: fresh, removed: false, added: true },
  ];
  let oldNumber = 0;
  let newNumber = 0;
  return changes.flatMap(({ value, removed, added }) =>
    value.map((text): DiffLine => {
      if (removed) return { kind: "removed", text, before: ++oldNumber, after: null };
      if (added) return { kind: "added", text, before: null, after: ++newNumber };
      return { kind: "same", text, before: ++oldNumber, after: ++newNumber };
    }),
  );
}
