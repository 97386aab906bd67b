import { isJsonObject, type Json, type JsonObject } from "@countersign/protocol";
import type { ModelTool } from "../model-port.ts";
import { singular, wordsIn } from "./sentence.ts";

/** Kind of a request, and of the tools that may fulfil it. Verbs of other tools are kinds of their own, such as `pay`. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  read: ["read", "show", "get", "view", "fetch"],
  list: ["list", "enumerate"],
  search: ["search", "find", "query", "lookup"],
  change: [
    "change",
    "set",
    "update",
    "modify",
    "adjust",
    "alter",
    "edit",
    "correct",
    "patch",
    "raise",
    "lower",
    "increase",
    "reduce",
  ],
  rename: ["rename", "move"],
  create: ["create", "write", "add", "make", "save", "insert", "new"],
  replace: ["replace", "substitute"],
  delete: ["delete", "remove", "erase", "destroy", "purge", "drop"],
  send: ["send", "mail", "email"],
};
const KIND_OF = new Map(Object.entries(KINDS).flatMap(([kind, verbs]) => verbs.map((verb) => [verb, kind] as const)));
/** Words in front of a tool's verb. */
const BEFORE_VERB = new Set(["propose", "request", "suggest", "draft"]);
const NO_NOUNS = new Set("a an the of for to in on with and or s at from by new its their an".split(" "));

/** Everyday words for the nouns of tools. */
const ALSO: Readonly<Record<string, string>> = {
  page: "document",
  article: "document",
  product: "object",
  item: "object",
  picture: "asset",
  image: "asset",
  photo: "asset",
  folder: "file",
  directory: "file",
  label: "tag",
};

/** Verbs of people that say nothing about a tool of the same name: `open_account` does not read. */
const ALSO_READ = new Set(["open", "display", "print", "cat"]);

/** Kinds of tools that a person's verb may mean. */
export const kindsOfVerb = (verb: string): string[] => (ALSO_READ.has(verb) ? [verb, "read"] : [KIND_OF.get(verb) ?? verb]);

/** A tool, as far as requests are matched with it. */
export interface KnownTool {
  tool: ModelTool;
  kind: string;
  /** Singular nouns of its name and title. */
  nouns: ReadonlySet<string>;
  /** Properties of one call; where the tool takes a list of calls, of one of them. */
  properties: Readonly<Record<string, JsonObject>>;
  required: readonly string[];
  /** Puts one call into the list that the tool takes. */
  wrap: (input: JsonObject) => JsonObject;
}

const READING = new Set(["read", "list", "search"]);
export const isReading = ({ kind, tool }: KnownTool): boolean => READING.has(kind) && tool.runsAtOnce;

/** Reads a tool's name, title and schema. */
export function knownTool(tool: ModelTool): KnownTool {
  const words = wordsIn(tool.name);
  const verbs = words.filter((word) => !BEFORE_VERB.has(word));
  // A tool that deletes does so whatever else its name says.
  const known = verbs.find((word) => KIND_OF.get(word) === "delete") ?? verbs.find((word) => KIND_OF.has(word));
  const verb = known ?? (BEFORE_VERB.has(words[0] ?? "") ? "change" : (verbs[0] ?? ""));
  const others = [...verbs, ...wordsIn(tool.title ?? "")].map(singular);
  const nouns = new Set(
    others.filter((word) => word !== verb && !KIND_OF.has(word) && !BEFORE_VERB.has(word) && !NO_NOUNS.has(word)),
  );
  const list = listOf(tool.inputSchema);
  const schema = list?.item ?? tool.inputSchema;
  return {
    tool,
    kind: KIND_OF.get(verb) ?? verb,
    nouns,
    properties: propertiesOf(schema),
    required: textsIn(schema["required"]),
    wrap: (input) => (list ? { [list.name]: [input] } : input),
  };
}

/** The only required property of a tool that takes a list of calls. */
function listOf(schema: JsonObject): { name: string; item: JsonObject } | undefined {
  const [name, ...more] = textsIn(schema["required"]);
  if (name === undefined || more.length > 0) return undefined;
  const property = propertiesOf(schema)[name];
  const item = property?.["type"] === "array" ? property["items"] : undefined;
  return isJsonObject(item) && item["type"] === "object" ? { name, item } : undefined;
}

function propertiesOf(schema: JsonObject): Record<string, JsonObject> {
  const { properties } = schema;
  if (!isJsonObject(properties)) return {};
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, one]) => (isJsonObject(one) ? [[name, one] as const] : [])),
  );
}

export const textsIn = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];

/** Whether a word names what the tool is about. */
export function isNounOf(known: KnownTool, word: string): boolean {
  const one = singular(word);
  return known.nouns.has(one) || known.nouns.has(ALSO[one] ?? "");
}

/** Whether the tool itself uses the word, in its name or title. `isNounOf` also takes everyday words for the same thing. */
export const isOwnNoun = (known: KnownTool, word: string): boolean => known.nouns.has(singular(word));

/** Role of a property, by the last words of its name. */
const ROLES: readonly (readonly [string, RegExp])[] = [
  ["from", /^(from|source|src|old|origin)/i],
  ["to", /^(to|destination|dest|recipient|new(name|path)|channel)s?$/i],
  ["content", /^(content|contents|text|body|message)$/i],
  ["search", /^(q|query|search|pattern|term)$/i],
  ["path", /(path|file|filename|folder|directory)$/i],
  ["name", /^(name|title|label)$/i],
  ["subject", /^(subject|topic)$/i],
  ["value", /^(value|status|state|amount|price|quantity)$/i],
  ["id", /(^id|Id|_id|^key|number|^invoice|^account|^customer)$/],
];
export const roleOf = (property: string): string | undefined => ROLES.find(([, pattern]) => pattern.test(property))?.[0];
