import type { Mentioned } from "@countersign/protocol";

/** The most characters between an `@` and the caret that count as the beginning of a name. */
const MAX_QUERY = 60;
const BEGUN = new RegExp(`(?:^|[^\\p{L}\\p{N}@])@([^@\\n]{0,${MAX_QUERY}})$`, "u");

/** The name that is being typed before the caret: where its `@` is, and what follows it. Undefined if none is. */
export function nameBefore(text: string, caret: number): { from: number; query: string } | undefined {
  const query = BEGUN.exec(text.slice(0, caret))?.[1];
  return query === undefined ? undefined : { from: caret - query.length - 1, query };
}

/** Members of whose name a word begins like what was typed. */
export function membersLike<Member extends { name: string }>(members: readonly Member[], query: string): Member[] {
  const typed = query.toLocaleLowerCase();
  return members.filter(({ name }) => {
    const low = name.toLocaleLowerCase();
    return low.startsWith(typed) || low.includes(` ${typed}`);
  });
}

/** Puts `@` and the name in the place of what was typed, with a space before a word; returns the text and where the caret is then. */
export function putName(text: string, { from, caret, name }: { from: number; caret: number; name: string }) {
  const rest = text.slice(caret);
  const put = `${text.slice(0, from)}@${name}${rest === "" || isWordAt(rest, 0) ? " " : ""}`;
  return { text: put + rest, caret: put.length + (rest.startsWith(" ") ? 1 : 0) };
}

const isWordAt = (text: string, at: number): boolean => /^[\p{L}\p{N}]/u.test(text.slice(at));

export interface TextPart {
  text: string;
  /** Whether it is `@` and the name of one of the people. */
  isName: boolean;
}

/** Splits a comment at the people whom it names; of two names with the same beginning, the longer one counts. */
export function splitAtNames(text: string, people: readonly Mentioned[]): TextPart[] {
  const names = people.map(({ name }) => name).toSorted((one, other) => other.length - one.length);
  const parts: TextPart[] = [];
  let said = 0;
  for (let at = text.indexOf("@"); at !== -1; at = text.indexOf("@", at + 1)) {
    if (at < said) continue;
    const name = names.find((one) => text.startsWith(one, at + 1) && !isWordAt(text, at + 1 + one.length));
    if (name === undefined) continue;
    if (at > said) parts.push({ text: text.slice(said, at), isName: false });
    said = at + 1 + name.length;
    parts.push({ text: text.slice(at, said), isName: true });
  }
  return said < text.length ? [...parts, { text: text.slice(said), isName: false }] : parts;
}

/** The people whose names are still in the text. Of several with one name, as many as there are names, the first ones. */
export function stillNamed(text: string, people: readonly Mentioned[]): Mentioned[] {
  const left = splitAtNames(text, people)
    .filter(({ isName }) => isName)
    .map((part) => part.text);
  return people.filter(({ name }) => {
    const at = left.indexOf(`@${name}`);
    if (at !== -1) left.splice(at, 1);
    return at !== -1;
  });
}
