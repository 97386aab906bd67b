import { strings } from "../strings/code.tsx";
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

type Script = Exclude<keyof typeof strings.lookAlikes.scripts, "other">;

/** Scripts that are distinguished; all others count as one more. */
const SCRIPTS: Readonly<Record<Script, RegExp>> = {
  latin: /\p{Script=Latin}/u,
  cyrillic: /\p{Script=Cyrillic}/u,
  greek: /\p{Script=Greek}/u,
  armenian: /\p{Script=Armenian}/u,
  cherokee: /\p{Script=Cherokee}/u,
  georgian: /\p{Script=Georgian}/u,
  hebrew: /\p{Script=Hebrew}/u,
  arabic: /\p{Script=Arabic}/u,
  han: /\p{Script=Han}/u,
  hiragana: /\p{Script=Hiragana}/u,
  katakana: /\p{Script=Katakana}/u,
  hangul: /\p{Script=Hangul}/u,
  bopomofo: /\p{Script=Bopomofo}/u,
  thai: /\p{Script=Thai}/u,
  devanagari: /\p{Script=Devanagari}/u,
};
const SCRIPT_NAMES = Object.keys(SCRIPTS) as Script[];

/** Scripts that commonly occur together within a word. */
const TOGETHER: readonly (readonly (Script | "other")[])[] = [
  ["latin", "han", "hiragana", "katakana"],
  ["latin", "han", "hangul"],
  ["latin", "han", "bopomofo"],
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
  if (falseMark !== undefined) return strings.lookAlikes.falseMark(falseMark, readAsLatin(falseMark));
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
  const words = strings.lookAlikes;
  const decoded = decodePunycode(label);
  if (decoded === null) return words.encodedNothing(label);
  const latin = readAsLatin(decoded);
  return latin === decoded ? words.encodedForm(label, decoded) : words.encodedForeign(label, latin);
}

function whyOfLabel(label: string, { isAddress, isName }: { isAddress: boolean; isName: boolean }): string | null {
  const words = strings.lookAlikes;
  for (const part of label.split("-")) {
    const letters = part.match(/\p{L}/gu) ?? [];
    if (letters.every((letter) => letter <= "\x7f")) continue;
    const scripts = [...new Set(letters.map(scriptOf))];
    const [script = "other"] = scripts;
    const latin = readAsLatin(part);
    const isForeign = (letter: string): boolean => scriptOf(letter) !== "latin" && readAsLatin(letter) <= "\x7f";
    if (scripts.length > 1 && !TOGETHER.some((set) => scripts.every((script) => set.includes(script)))) {
      // Formulas mix alphabets too, so in prose only letters that pass for others are reported.
      if (isAddress || letters.some(isForeign)) return words.mixed(namesOf(scripts), latin);
    } else if (script !== "latin" && letters.length > 1 && (isAddress || isName) && letters.every(isForeign)) {
      return words.foreign(words.scripts[script], latin);
    } else if (script === "latin" && isAddress && latin !== part.normalize("NFC") && /^[\0-\x7f]*$/.test(latin)) {
      return words.notPlain(latin);
    }
  }
  return null;
}

const scriptOf = (letter: string): Script | "other" => SCRIPT_NAMES.find((name) => SCRIPTS[name].test(letter)) ?? "other";

const namesOf = (scripts: readonly (Script | "other")[]): string[] =>
  scripts.map((name) => strings.lookAlikes.scripts[name]).toSorted();
