/** One changed field on one line. An undefined side has no value. */
export interface ShortChange {
  name: string;
  before: string | undefined;
  after: string | undefined;
}

const MAX_CHARACTERS = 160;

const fits = (side: string | null | undefined): side is string | undefined =>
  side !== null && (side === undefined || side.length <= MAX_CHARACTERS);

/** Null if the name or a side is too long for a line, or a side is null. */
export const lineOf = (name: string, before: string | null | undefined, after: string | null | undefined): ShortChange | null =>
  fits(before) && fits(after) && name.length <= MAX_CHARACTERS ? { name, before, after } : null;
