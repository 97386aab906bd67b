/** One word of a request, or one quoted text. */
export interface Token {
  /** Without its quotation marks, and without the punctuation that ends a word. */
  text: string;
  lower: string;
  isQuoted: boolean;
  /** The word was followed by a colon, as in `content: hello`. */
  isKey: boolean;
  /** The word ended a sentence, or was followed by a comma or semicolon. */
  endsPart: boolean;
}

/** Words that a request may begin with, and that ask for nothing. */
const POLITE: readonly (readonly string[])[] = [
  ["please"],
  ["hi"],
  ["hello"],
  ["hey"],
  ["ok"],
  ["okay"],
  ["agent"],
  ["now"],
  ["just"],
  ["kindly"],
  ["can", "you"],
  ["could", "you"],
  ["would", "you"],
  ["will", "you"],
  ["i", "want", "you", "to"],
  ["i", "want", "to"],
  ["i'd", "like", "you", "to"],
  ["i'd", "like", "to"],
  ["i", "would", "like", "you", "to"],
  ["i", "would", "like", "to"],
  ["i", "need", "you", "to"],
  ["let's"],
];
const THANKS: readonly (readonly string[])[] = [["please"], ["thanks"], ["thank", "you"], ["for", "me"], ["now"]];

/**
 * Words that make a request conditional, negated, several in one, or unclear about its object. A script must not guess at those,
 * so a request with one of them outside of quotation marks calls nothing.
 */
const UNCLEAR = new Set(
  (
    "not never no none nothing neither nor don't dont doesn't shouldn't mustn't can't cannot won't wouldn't without except " +
    "if unless when whenever once until before after maybe perhaps possibly might may should would could must because why how " +
    "and or but then also instead otherwise " +
    "it its that those these this them they everything anything something nothing everyone everybody someone whatever all every " +
    "any each both some many few several stuff things junk rest others other half"
  ).split(" "),
);

const QUOTED = /"([^"]*)"|“([^”]*)”|„([^“”]*)[“”]|«([^»]*)»|`([^`]*)`|(?<![^\s(])'([^']*)'(?![^\s.,;:!?)])|(\S+)/g;

/** Splits a request into words and quoted texts. */
export function tokensOf(sentence: string): Token[] {
  return [...sentence.matchAll(QUOTED)].flatMap((match) => {
    const [, ...parts] = match;
    const quoted = parts.slice(0, 6).find((part) => part !== undefined);
    if (quoted !== undefined) return [token(quoted, { isQuoted: true })];
    return words(parts[6] ?? "");
  });
}

function words(raw: string): Token[] {
  const assigned = /^([A-Za-z][\w.-]*)=(.+)$/.exec(raw);
  if (assigned) return [token(assigned[1]!, { isKey: true }), ...words(assigned[2]!)];
  const text = raw.replace(/^[([]+/, "").replace(/[.,;:!?)\]]+$/, "");
  if (text === "" || text === "-" || text === "–") return [];
  const end = raw.slice(raw.lastIndexOf(text) + text.length);
  return [token(text, { isKey: end.startsWith(":"), endsPart: /[.;!?,]/.test(end) })];
}

const token = (text: string, flags: Partial<Token>): Token => ({
  text,
  lower: text.toLowerCase().replaceAll("’", "'"),
  isQuoted: false,
  isKey: false,
  endsPart: false,
  ...flags,
});

/** Takes greetings and thanks off both ends of a request. */
export function withoutManners(tokens: readonly Token[]): Token[] {
  const rest = [...tokens];
  const isAt = (at: number, phrase: readonly string[]): boolean =>
    at >= 0 && phrase.every((word, n) => rest[at + n]?.isQuoted === false && rest[at + n]?.lower === word);
  for (;;) {
    const first = POLITE.find((phrase) => rest.length > phrase.length && isAt(0, phrase));
    if (!first) break;
    rest.splice(0, first.length);
  }
  for (;;) {
    const last = THANKS.find((phrase) => rest.length > phrase.length && isAt(rest.length - phrase.length, phrase));
    if (!last) return rest;
    rest.splice(rest.length - last.length);
  }
}

/** Returns the first word that leaves open what is asked for; undefined if there is none. */
export const unclearWord = (tokens: readonly Token[]): string | undefined =>
  tokens.find(({ isQuoted, lower }) => !isQuoted && (UNCLEAR.has(lower) || lower.endsWith("n't")))?.text;

/** Whether more follows after the end of a sentence, or after a comma. */
export const hasSeveralParts = (tokens: readonly Token[]): boolean => tokens.slice(0, -1).some(({ endsPart }) => endsPart);

export const textOf = (tokens: readonly Token[]): string => tokens.map(({ text }) => text).join(" ");

/** Splits a name into lower-case words: `propose_data_objectUpdate` has four. */
export const wordsIn = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");

/** Singular of a regular English plural. */
export function singular(word: string): string {
  if (/[^s]ies$/.test(word) && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(ses|xes|ches|shes)$/.test(word)) return word.slice(0, -2);
  return /[^su]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word;
}
