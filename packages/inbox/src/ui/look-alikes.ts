import { decodePunycode } from "./decode-punycode.ts";
import { isFalseSeparator, readAsLatin } from "./look-alike-letters.ts";

/** A word that may be mistaken for another one. */
export interface LookAlike {
  word: string;
  /** One sentence that says why. */
  why: string;
}

/** Text without a match is plain Latin. */
const SUSPECT = /[^\0-\x7f]|xn--/i;
const WORD = /[^\s"'`()<>[\]{},;!?|=“”„«»]+/gu;
const SEPARATOR = /[./:@\\_]/;

/** Scripts that are distinguished; all others count as one more. */
const SCRIPTS = [
  ..."Latin Cyrillic Greek Armenian Cherokee Georgian Hebrew Arabic".split(" "),
  ..."Han Hiragana Katakana Hangul Bopomofo Thai Devanagari".split(" "),
].map((name) => ({ name, pattern: new RegExp(`\\p{Script=${name}}`, "u") }));

/** Scripts that commonly occur together within a word. */
const TOGETHER = [
  ["Latin", "Han", "Hiragana", "Katakana"],
  ["Latin", "Han", "Hangul"],
  ["Latin", "Han", "Bopomofo"],
];

/**
 * Finds words that look like something else: letters of two scripts in one word; a name, host or address whose letters all look
 * Latin and are not; an encoded host; marks that look like a slash, a dot or an at sign. Each word is listed once. A word in a
 * script of its own is not reported.
 */
export function lookAlikes(text: string): LookAlike[] {
  if (!SUSPECT.test(text)) return [];
  const isName = isNameLike(text);
  const found = new Map<string, LookAlike>();
  for (const [word] of text.matchAll(WORD)) {
    if (found.has(word) || !SUSPECT.test(word)) continue;
    const why = whyOf(word, isName);
    if (why !== null) found.set(word, { word, why });
  }
  return [...found.values()];
}

/** Whether a value is a name rather than prose. */
const isNameLike = (text: string): boolean => text.length <= 80 && text.trim().split(/\s+/).length <= 3;

function whyOf(word: string, isName: boolean): string | null {
  const falseMark = findFalseSeparator(word);
  if (falseMark !== undefined) return `“${falseMark}” in it only looks like “${readAsLatin(falseMark)}”.`;
  const isAddress = /[@/\\]|[^.]\.[^.]/.test(word);
  for (const label of word.split(SEPARATOR)) {
    const why = /^xn--/i.test(label) ? whyOfEncoded(label) : whyOfLabel(label, { isAddress, isName });
    if (why !== null) return why;
  }
  return null;
}

/** Finds a false separator between plain letters or digits; elsewhere the same mark ends a sentence in other languages. */
function findFalseSeparator(word: string): string | undefined {
  const characters = [...word];
  const isPlain = (character: string | undefined): boolean => /^[a-z0-9]$/i.test(character ?? "");
  return characters.find(
    (character, index) => isFalseSeparator(character) && isPlain(characters[index - 1]) && isPlain(characters[index + 1]),
  );
}

function whyOfEncoded(label: string): string {
  const decoded = decodePunycode(label);
  if (decoded === null) return `“${label}” is an encoded name that stands for nothing.`;
  const latin = readAsLatin(decoded);
  return latin === decoded
    ? `“${label}” is the encoded form of “${decoded}”.`
    : `“${label}” stands for a name that reads like “${latin}” but is in other letters.`;
}

function whyOfLabel(label: string, { isAddress, isName }: { isAddress: boolean; isName: boolean }): string | null {
  for (const part of label.split("-")) {
    const letters = part.match(/\p{L}/gu) ?? [];
    if (letters.every((letter) => letter <= "\x7f")) continue;
    const scripts = [...new Set(letters.map(scriptOf))];
    const latin = readAsLatin(part);
    const isForeign = (letter: string): boolean => scriptOf(letter) !== "Latin" && readAsLatin(letter) <= "\x7f";
    if (scripts.length > 1 && !TOGETHER.some((set) => scripts.every((script) => set.includes(script)))) {
      // Formulas mix alphabets too, so in prose only letters that pass for others are reported.
      if (isAddress || letters.some(isForeign)) return `It mixes ${listOf(scripts)} letters and reads like “${latin}”.`;
    } else if (scripts[0] !== "Latin" && letters.length > 1 && (isAddress || isName) && letters.every(isForeign)) {
      return `All of its letters are ${scripts[0]}, yet it reads like “${latin}”.`;
    } else if (scripts[0] === "Latin" && isAddress && latin !== part.normalize("NFC") && /^[\0-\x7f]*$/.test(latin)) {
      return `Its letters are not the plain ones; it reads like “${latin}”.`;
    }
  }
  return null;
}

const scriptOf = (letter: string): string => SCRIPTS.find(({ pattern }) => pattern.test(letter))?.name ?? "other";

const listOf = (scripts: readonly string[]): string => scripts.toSorted().join(" and ");
