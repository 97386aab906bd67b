import { looksLikePath, pairOf, withoutArticles } from "./fill-arguments.ts";
import { textOf, type Token } from "./sentence.ts";
import { isReading, roleOf, type KnownTool } from "./tool-words.ts";

/** A change for which something must be read first: the element that is named, or the line of a file. */
export interface WantedChange {
  of: "element" | "file";
  field: string;
  target: string;
  value: string;
  /** Code of the language that the request names. */
  language: string | undefined;
}

const LANGUAGES: Readonly<Record<string, string>> = {
  english: "en",
  german: "de",
  french: "fr",
  spanish: "es",
  italian: "it",
  dutch: "nl",
  polish: "pl",
  swedish: "sv",
};
const BETWEEN = new Set(["of", "for", "in", "on"]);

/** Name of the property that takes changed fields by name. */
export const fieldsProperty = ({ properties }: KnownTool): string | undefined =>
  Object.keys(properties).find(
    (name) => properties[name]?.["type"] === "object" && properties[name]["properties"] === undefined,
  );

/** A tool that proposes new values of fields of an element, which it knows by an id. */
export const canChangeElements = (known: KnownTool): boolean =>
  known.kind === "change" &&
  !known.tool.runsAtOnce &&
  fieldsProperty(known) !== undefined &&
  Object.hasOwn(known.properties, "id");

export const fieldExample = (): string => "change the price of … to 20";

type Answer = { kind: "wanted"; change: WantedChange } | { kind: "says"; text: string };
const says = (text: string): Answer => ({ kind: "says", text: `I did not call any tool. ${text}` });

/** Reads `the X of Y to Z`, `Y's X to Z`, and for `rename`, `Y to Z`. Undefined if no tool changes such things. */
export function wantedChange(
  known: readonly KnownTool[],
  kinds: readonly string[],
  rest: readonly Token[],
): Answer | undefined {
  const isRename = kinds.includes("rename");
  if (!isRename && !kinds.includes("change")) return undefined;
  const elements = known.some(canChangeElements);
  const files = readsAndEdits(known) !== undefined;
  if (!elements && !files) return undefined;
  const isWord = ({ isQuoted, lower }: Token, word: string): boolean => !isQuoted && lower === word;
  const to = rest.findIndex((token) => isWord(token, "to"));
  if (to < 0) {
    const relative = rest.some((token) => isWord(token, "by"));
    return relative ? says("I cannot calculate. Name the new value, as in `change the price of … to 20`.") : undefined;
  }
  const { value, language } = valueIn(rest.slice(to + 1));
  const parts = isRename ? { field: [], target: rest.slice(0, to) } : split(rest.slice(0, to));
  const target = withoutArticles(parts?.target ?? []);
  const field = withoutArticles(parts?.field ?? []);
  if (!parts || target.length === 0 || value === "" || (!isRename && field.length === 0))
    return says(`Name the field, what it belongs to, and the new value, as in \`${fieldExample()}\`.`);
  const change = { field: isRename ? "title" : textOf(field), target: textOf(target), value, language };
  const [only] = target;
  const isFile =
    only !== undefined && target.length === 1 && /\.[A-Za-z\d]{1,8}$/.test(only.text) && !only.text.startsWith("/");
  if (isFile && looksLikePath(only))
    return files && !isRename ? { kind: "wanted", change: { ...change, of: "file" } } : undefined;
  return elements ? { kind: "wanted", change: { ...change, of: "element" } } : undefined;
}

function valueIn(tokens: readonly Token[]): { value: string; language: string | undefined } {
  const [before, last] = tokens.slice(-2);
  const language = last && !last.isQuoted && before?.lower === "in" && tokens.length > 2 ? LANGUAGES[last.lower] : undefined;
  return { value: textOf(language === undefined ? tokens : tokens.slice(0, -2)), language };
}

function split(tokens: readonly Token[]): { field: readonly Token[]; target: readonly Token[] } | undefined {
  const at = tokens.findIndex(({ isQuoted, lower }) => !isQuoted && BETWEEN.has(lower));
  if (at >= 0) return { field: tokens.slice(0, at), target: tokens.slice(at + 1) };
  const owner = tokens.findIndex(({ isQuoted, text }) => !isQuoted && /['’]s$/.test(text));
  const token = tokens[owner];
  if (!token) return undefined;
  const named = { ...token, text: token.text.slice(0, -2), lower: token.lower.slice(0, -2) };
  return { target: [...tokens.slice(0, owner), named], field: tokens.slice(owner + 1) };
}

/** The tools with which a line of a file is changed. */
export function readsAndEdits(known: readonly KnownTool[]): { reader: KnownTool; editor: KnownTool; path: string } | undefined {
  const editor = known.find((one) => one.kind === "change" && !one.tool.runsAtOnce && pairOf(one));
  const path = editor?.required.find((name) => roleOf(name) === "path");
  const reader = known.find(
    (one) => isReading(one) && one.kind === "read" && path !== undefined && one.required.join() === path,
  );
  return editor && reader && path !== undefined ? { reader, editor, path } : undefined;
}
