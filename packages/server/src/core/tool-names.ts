/** Sequences that people read as one another, in names of letters, digits, `_`, `.` and `-`. */
const LOOK_ALIKES: readonly (readonly [RegExp, string])[] = [
  [/[-.]/g, "_"],
  [/_{2,}/g, "_"],
  [/[1i]/g, "l"],
  [/0/g, "o"],
  [/5/g, "s"],
  [/rn/g, "m"],
  [/vv/g, "w"],
];

/** What is left of a name for a quick reader: two names with the same skeleton pass for each other. */
export const nameSkeleton = (name: string): string =>
  LOOK_ALIKES.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), name.toLowerCase());

const MOST_LENGTH = 128;

/** The name of an upstream's tool on the gate, or nothing where none can be made of it. */
export function gateName(prefix: string, ownName: string): string | undefined {
  const own = ownName.replace(/[^A-Za-z0-9_.-]/g, "_");
  const name = prefix === "" ? own : `${prefix}_${own}`;
  return /[A-Za-z0-9]/.test(own) && name.length <= MOST_LENGTH ? name : undefined;
}

/** The name among `taken` that this one is, or passes for. */
export function findNameLike(name: string, taken: Iterable<string>): string | undefined {
  const skeleton = nameSkeleton(name);
  for (const other of taken) if (nameSkeleton(other) === skeleton) return other;
  return undefined;
}

/** Tools of the gate itself, which agents must not find under another's name. */
export const RESERVED_NAMES: readonly string[] = ["approval_wait", "approval_list"];
