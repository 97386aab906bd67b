import { diffWordsWithSpace } from "diff";

export interface WordMark {
  text: string;
  changed: boolean;
}

const MAX_LENGTH = 2000;

/** Marks the words that differ between two lines; null if the lines share too little or one is longer than `MAX_LENGTH`. */
export function markWords(before: string, after: string): { before: WordMark[]; after: WordMark[] } | null {
  if (before.length > MAX_LENGTH || after.length > MAX_LENGTH) return null;
  const changes = diffWordsWithSpace(before, after);
  const shared = changes.reduce((sum, { value, added, removed }) => sum + (added || removed ? 0 : value.trim().length), 0);
  if (shared * 3 < Math.max(before.trim().length, after.trim().length)) return null;
  return {
    before: changes.filter(({ added }) => !added).map(({ value, removed }) => ({ text: value, changed: removed })),
    after: changes.filter(({ removed }) => !removed).map(({ value, added }) => ({ text: value, changed: added })),
  };
}
