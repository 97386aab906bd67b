import { isJsonObject, type Json, type JsonObject } from "@countersign/protocol";
import { textOf, wordsIn, type Token } from "./sentence.ts";
import { isNounOf, isOwnNoun, kindsOfVerb, roleOf, textsIn, type KnownTool } from "./tool-words.ts";

const PREPOSITIONS = new Set("to with in into of as from for at by on under called named saying about".split(" "));
const ARTICLES = new Set("the a an my our your new".split(" "));

/** Roles that the words after a preposition may have, best first. */
const ROLES_AFTER: Readonly<Record<string, readonly string[]>> = {
  to: ["to", "path", "value"],
  into: ["path", "to"],
  in: ["path"],
  at: ["path"],
  on: ["to", "path"],
  under: ["path"],
  from: ["from", "path"],
  as: ["name", "path"],
  called: ["name", "path"],
  named: ["name", "path"],
  saying: ["content"],
  with: ["content"],
  about: ["subject", "search"],
  for: ["search", "id"],
  of: ["id", "path"],
  by: [],
};

export interface Filled {
  input: JsonObject;
  /** Required properties that the request says nothing about. */
  missing: string[];
  /** Words that no property takes. */
  leftover: string[];
  /** Whether the request names what the tool is about. */
  namesTool: boolean;
}

interface Segment {
  preposition: string | undefined;
  tokens: Token[];
}

/** Maps what follows a request's verb onto a tool's properties. Every word must find its place; those that do not are returned. */
export function fillArguments(known: KnownTool, rest: readonly Token[]): Filled {
  const input: JsonObject = {};
  const leftover: string[] = [];
  let namesTool = false;
  for (const segment of segmentsOf(rest).flatMap((one) => splitAtNames(known, one))) {
    const { tokens, names } = withoutNouns(known, segment.tokens);
    namesTool ||= names;
    if (tokens.length === 0) continue;
    const placed = placeNamed(known, tokens, input) || place(known, { ...segment, tokens }, input, rest);
    if (!placed) leftover.push(textOf(tokens));
  }
  addEverydayNoun(known, rest, input);
  const missing = known.required.filter((name) => !Object.hasOwn(input, name));
  return { input, missing, leftover, namesTool };
}

export function segmentsOf(rest: readonly Token[]): Segment[] {
  const segments: Segment[] = [{ preposition: undefined, tokens: [] }];
  for (const token of rest) {
    const isPreposition = !token.isQuoted && !token.isKey && PREPOSITIONS.has(token.lower);
    if (isPreposition) segments.push({ preposition: token.lower, tokens: [] });
    else segments.at(-1)?.tokens.push(token);
  }
  return segments
    .map(({ preposition, tokens }) => ({ preposition, tokens: withoutArticles(tokens) }))
    .filter(({ tokens }) => tokens.length > 0);
}

/** `invoice INV-7 amount 250`: a property's name in the middle begins a part of its own. */
function splitAtNames({ properties }: KnownTool, { preposition, tokens }: Segment): Segment[] {
  const at = tokens.findIndex(
    ({ isQuoted, lower }, n) => n > 0 && n < tokens.length - 1 && !isQuoted && Object.hasOwn(properties, lower),
  );
  if (at < 0) return [{ preposition, tokens }];
  return [
    { preposition, tokens: tokens.slice(0, at) },
    { preposition: undefined, tokens: tokens.slice(at) },
  ];
}

export function withoutArticles(tokens: readonly Token[]): Token[] {
  const from = tokens.findIndex(({ isQuoted, lower }) => isQuoted || !ARTICLES.has(lower));
  return from < 0 ? [] : tokens.slice(from);
}

/** `send an e-mail` names a tool that sends. */
const isAbout = (known: KnownTool, word: string): boolean =>
  isNounOf(known, word) || kindsOfVerb(word.replaceAll("-", "")).includes(known.kind);

/** Takes the tool's own noun off: `the file notes.md` is `notes.md`. */
function withoutNouns(known: KnownTool, tokens: readonly Token[]): { tokens: Token[]; names: boolean } {
  const isNoun = ({ isQuoted, isKey, lower }: Token, at: number): boolean => {
    const isName = at < tokens.length - 1 && Object.hasOwn(known.properties, lower);
    return !isQuoted && !isKey && isAbout(known, lower) && !isName;
  };
  const from = tokens.findIndex((token, at) => !isNoun(token, at));
  return { tokens: from < 0 ? [] : tokens.slice(from), names: from !== 0 };
}

/** `amount 250` and `amount: 250`. */
function placeNamed(known: KnownTool, tokens: readonly Token[], input: JsonObject): boolean {
  for (const name of Object.keys(known.properties)) {
    const words = wordsIn(name);
    const isNamed = words.every((word, n) => tokens[n]?.isQuoted === false && tokens[n]?.lower.replace(/_/g, "") === word);
    const isWhole = tokens[0]?.isQuoted === false && tokens[0]?.lower === name.toLowerCase();
    const used = isWhole ? 1 : isNamed ? words.length : 0;
    if (used > 0 && tokens.length > used && put(known, name, tokens.slice(used), input)) return true;
  }
  return false;
}

function place(known: KnownTool, { preposition, tokens }: Segment, input: JsonObject, rest: readonly Token[]): boolean {
  const free = Object.keys(known.properties).filter((name) => !Object.hasOwn(input, name));
  const withRole = (role: string): string | undefined =>
    free.filter((name) => roleOf(name) === role).toSorted((a, b) => rank(known, a) - rank(known, b))[0];
  const roles = preposition === undefined ? rolesOfObject(known, tokens, rest) : (ROLES_AFTER[preposition] ?? []);
  const required = free.filter((name) => known.required.includes(name));
  const numbers = numberIn(textOf(tokens)) ? required.filter((name) => isNumber(known.properties[name])) : [];
  const sole = required.filter((name) => roleOf(name) !== "content");
  const takesSole = preposition === undefined || TAKES_SOLE.has(preposition);
  const names = [
    ...(numbers.length === 1 ? numbers : []),
    ...roles.map(withRole),
    ...(takesSole && sole.length === 1 ? sole : []),
  ];
  return names.some((name) => name !== undefined && put(known, name, tokens, input));
}

const TAKES_SOLE = new Set(["of", "for", "to"]);
const isNumber = (schema: JsonObject | undefined): boolean => schema?.["type"] === "number" || schema?.["type"] === "integer";
const rank = ({ required }: KnownTool, name: string): number => (required.includes(name) ? 0 : 1);

/** Roles of the direct object: what is written, what is moved, what is looked for. */
function rolesOfObject({ kind }: KnownTool, tokens: readonly Token[], rest: readonly Token[]): string[] {
  const isPlace = tokens.length === 1 && looksLikePath(tokens[0]!);
  if (kind === "create" || kind === "send") {
    const hasPlace = rest.some((token) => !tokens.includes(token) && looksLikePath(token));
    return isPlace && !hasPlace ? ["path", "content"] : ["content", "name"];
  }
  if (kind === "rename") return ["from", "path"];
  if (kind === "search" || kind === "list") return isPlace ? ["path", "search"] : ["search"];
  return ["path", "id", "search"];
}

export const looksLikePath = ({ text }: Token): boolean =>
  /^[^\s*?<>|]*([^\s*?<>|/.]\.[A-Za-z\d]{1,8}|\/[^\s*?<>|]*)$/.test(text);

/** Names of the property, and of the two texts in it, of a tool that replaces pieces of a text. */
export function pairOf({ properties }: KnownTool): { list: string; from: string; to: string } | undefined {
  for (const [list, { items }] of Object.entries(properties)) {
    const item = isJsonObject(items) ? items : {};
    const names = isJsonObject(item["properties"]) ? Object.keys(item["properties"]) : [];
    const from = names.find((name) => /^(old|find|search|from|before)/i.test(name));
    const to = names.find((name) => /^(new|replace|to|after)/i.test(name));
    if (from !== undefined && to !== undefined && names.length === 2) return { list, from, to };
  }
  return undefined;
}

/** Reads `A with B in PLACE` for a tool that replaces pieces of a text. */
export function fillReplacement(known: KnownTool, rest: readonly Token[]): Filled | undefined {
  const pair = pairOf(known);
  const path = known.required.find((name) => roleOf(name) === "path");
  if (!pair || path === undefined) return undefined;
  const at = (from: number, ...words: string[]): number =>
    rest.findIndex(({ isQuoted, lower }, n) => n >= from && !isQuoted && words.includes(lower));
  const middle = at(0, "with", "by");
  const end = middle < 0 ? -1 : at(middle, "in");
  const [before, after, place] = [
    rest.slice(0, Math.max(0, middle)),
    rest.slice(middle + 1, Math.max(0, end)),
    rest.slice(end + 1),
  ];
  const names = withoutNouns(known, withoutArticles(place));
  if (middle < 0 || end < 0 || before.length === 0 || after.length === 0 || names.tokens.length === 0)
    return { input: {}, missing: [pair.list, path], leftover: [], namesTool: false };
  const input: JsonObject = { [pair.list]: [{ [pair.from]: textOf(before), [pair.to]: textOf(after) }] };
  const leftover = put(known, path, names.tokens, input) ? [] : [textOf(names.tokens)];
  return { input, missing: known.required.filter((name) => !Object.hasOwn(input, name)), leftover, namesTool: true };
}

/** Puts words into a property, if they fit its type. What is deleted or looked up by an id must be named exactly. */
function put(known: KnownTool, name: string, tokens: readonly Token[], input: JsonObject): boolean {
  if (Object.hasOwn(input, name)) return false;
  const role = roleOf(name);
  const [only] = tokens;
  if (role !== undefined && ["path", "id", "from", "to"].includes(role)) {
    if (tokens.length !== 1 || !only || !isExact(known, role, only)) return false;
  }
  const value = valueFor(known.properties[name] ?? {}, tokens);
  if (value === undefined) return false;
  input[name] = value;
  return true;
}

function isExact({ kind }: KnownTool, role: string, token: Token): boolean {
  if (/[*?]/.test(token.text) || /^[./~\\]*$/.test(token.text)) return false;
  if (kind === "delete") return token.isQuoted || /[\d./_-]/.test(token.text);
  if (role === "id") return token.isQuoted || /\d/.test(token.text);
  return token.isQuoted || role === "to" || kind === "list" || looksLikePath(token);
}

/** Returns undefined if the words do not fit the property's type. */
function valueFor(schema: JsonObject, tokens: readonly Token[]): Json | undefined {
  const text = textOf(tokens);
  const choices = textsIn(schema["enum"]);
  if (choices.length > 0) return choices.find((one) => one.toLowerCase() === text.toLowerCase());
  const { type } = schema;
  if (type === "number" || type === "integer") {
    const number = numberIn(text)?.number;
    return number === undefined || (type === "integer" && !Number.isInteger(number)) ? undefined : number;
  }
  if (type === "boolean") return /^(on|yes|true)$/i.test(text) ? true : /^(off|no|false)$/i.test(text) ? false : undefined;
  return type === "string" ? text : undefined;
}

const SYMBOLS: Readonly<Record<string, string>> = { "€": "EUR", $: "USD", "£": "GBP", "¥": "JPY" };

/** Reads `20`, `1,250.50`, `€20`, `20 EUR`. Undefined for anything else, and where a comma may be either separator. */
export function numberIn(text: string): { number: number; currency: string | undefined } | undefined {
  const match =
    /^([€$£¥])?\s*(-?(?:\d{1,3}(?:,\d{3})+|\d{1,15})(?:\.\d{1,6})?)\s*([€$£¥]|[A-Za-z]{3}|euros?|dollars?|pounds?)?$/.exec(
      text.trim(),
    );
  if (!match) return undefined;
  const unit = (match[1] ?? match[3] ?? "").toLowerCase();
  const named = { euro: "EUR", dollar: "USD", pound: "GBP" }[unit.replace(/s$/, "")];
  const currency = unit === "" ? undefined : (SYMBOLS[unit] ?? named ?? unit.toUpperCase());
  return { number: Number(match[2]!.replaceAll(",", "")), currency };
}

/** `list the products` of a tool that lists objects looks for “product”. */
function addEverydayNoun(known: KnownTool, rest: readonly Token[], input: JsonObject): void {
  const search = Object.keys(known.properties).find((name) => roleOf(name) === "search");
  if (known.kind !== "list" || search === undefined || Object.hasOwn(input, search)) return;
  const noun = rest.find(({ isQuoted, lower }) => !isQuoted && isNounOf(known, lower) && !isOwnNoun(known, lower));
  if (noun) input[search] = noun.lower.replace(/s$/, "");
}
