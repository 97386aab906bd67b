import { isJsonObject, type Json, type JsonObject } from "@countersign/protocol";
import { parseJson } from "../../../../core/parse-json.ts";
import { reasonIn } from "./change-file.ts";
import { canChangeElements, fieldsProperty, type WantedChange } from "./change-request.ts";
import { fieldNamed, newValue } from "./field-value.ts";
import { proposesNothing, type Done, type PlainCall, type StepResult } from "./step.ts";
import { singular, wordsIn } from "./sentence.ts";
import { isNounOf, isReading, roleOf, type KnownTool } from "./tool-words.ts";

const MAX_CHOICES = 6;
/** Tools that find, read and change the elements of one kind. */
interface Family {
  changer: KnownTool;
  finder: KnownTool;
  reader: KnownTool;
  schema: KnownTool | undefined;
}

function familiesOf(known: readonly KnownTool[]): Family[] {
  const readers = known.filter(isReading);
  return known.filter(canChangeElements).flatMap((changer) => {
    const shared = readers.filter((one) => one.nouns.size > 0 && nounsOfName(one).every((noun) => changer.nouns.has(noun)));
    const finder = shared.find((one) => one.kind !== "read" && searchOf(one) !== undefined);
    const reader = shared.find((one) => one.kind === "read" && one.required.join() === "id");
    const schema = readers.find((one) => {
      const nouns = nounsOfName(one);
      return (
        one.kind === "read" && nouns.includes("schema") && nouns.every((noun) => noun === "schema" || changer.nouns.has(noun))
      );
    });
    return finder && reader ? [{ changer, finder, reader, schema }] : [];
  });
}

const nounsOfName = ({ tool, nouns }: KnownTool): string[] =>
  wordsIn(tool.name)
    .map(singular)
    .filter((word) => nouns.has(word));
const searchOf = ({ properties }: KnownTool): string | undefined =>
  Object.keys(properties).find((name) => roleOf(name) === "search");

/** Words that the element's title or path must contain. `the home page` is a page called “home”. */
function wordsFor({ finder }: Family, target: string): string[] {
  const words = wordsIn(target).map(singular);
  const own = words.filter((word) => !isNounOf(finder, word));
  return own.length > 0 ? own : words;
}

/** Searches for the element by the longest word of its name. */
export function findElement({ target }: WantedChange, known: readonly KnownTool[]): Done {
  const families = familiesOf(known);
  const named = families.filter(({ finder }) => wordsIn(target).some((word) => isNounOf(finder, word)));
  const calls = (named.length > 0 ? named : families).flatMap((family): PlainCall[] => {
    const { finder } = family;
    const search = searchOf(finder);
    const segment = target.startsWith("/") ? target.split("/").findLast((part) => part !== "") : undefined;
    const [word] = wordsFor(family, target).toSorted((a, b) => b.length - a.length);
    const most = finder.properties["limit"]?.["maximum"];
    const input = {
      ...(search !== undefined && { [search]: segment ?? word ?? target }),
      ...(typeof most === "number" && { limit: most }),
    };
    return search === undefined ? [] : [{ name: finder.tool.name, input: finder.wrap(input) }];
  });
  if (calls.length === 0) return proposesNothing("I have no tools that can find this.");
  return { text: `I am looking for “${target}”.`, calls, step: "find" };
}

interface Found {
  family: Family;
  id: string;
  type: string | undefined;
  label: string;
  isExact: boolean;
}

/** Reads the one element that was found; asks if several were, and says so if none was. */
export function readElement(change: WantedChange, known: readonly KnownTool[], results: readonly StepResult[]): Done {
  const families = familiesOf(known);
  const found: Found[] = [];
  for (const { name, text } of results) {
    const family = families.find(({ finder }) => finder.tool.name === name);
    if (family) found.push(...matchesIn(family, change.target, text));
  }
  const exact = found.filter(({ isExact }) => isExact);
  const fitting = exact.length > 0 ? exact : found;
  const [only] = fitting;
  if (!only) {
    const failed = results.find(({ text }) => itemsIn(text) === undefined);
    if (failed && results.length === 1) return proposesNothing(`The search failed: ${reasonIn(failed.text)}`);
    return proposesNothing(`I found nothing called “${change.target}”. Ask me to list or search first.`);
  }
  if (fitting.length > 1) {
    const lines = fitting.slice(0, MAX_CHOICES).map(({ label }) => `- \`${sentenceFor(change, label)}\``);
    return proposesNothing(`${fitting.length} elements fit “${change.target}”. Which one do you mean?\n\n${lines.join("\n")}`);
  }
  const { reader, schema } = only.family;
  const describes = schema && {
    name: schema.tool.name,
    input: Object.hasOwn(schema.properties, "type") && only.type !== undefined ? { type: only.type } : {},
  };
  return {
    text: "",
    calls: [{ name: reader.tool.name, input: { id: only.id } }, ...(describes ? [describes] : [])],
    step: "look",
  };
}

export const sentenceFor = ({ field, value, language }: WantedChange, label: string, as = field): string => {
  const where =
    language === undefined ? "" : ` in ${new Intl.DisplayNames("en", { type: "language" }).of(language) ?? language}`;
  return `change the ${as} of "${label.replaceAll(/["`]/g, "'")}" to "${value.replaceAll(/["`]/g, "'")}"${where}`;
};

function matchesIn(family: Family, target: string, told: string): Found[] {
  const words = wordsFor(family, target);
  return (itemsIn(told) ?? []).flatMap((item): Found[] => {
    const { id, type, title, name, path } = item;
    if (typeof id !== "string") return [];
    const texts = [title, name, path].filter((one) => typeof one === "string");
    const has = new Set(texts.flatMap(wordsIn).map(singular));
    if (id !== target && !words.every((word) => has.has(word))) return [];
    const names = [...texts, ...texts.map((text) => text.slice(text.lastIndexOf("/") + 1))];
    const isExact = names.some((one) => one === target || sameWords(one, words)) || id === target;
    const label = typeof path === "string" ? path : (texts[0] ?? id);
    return [{ family, id, type: typeof type === "string" ? type : undefined, label, isExact }];
  });
}

const sameWords = (text: string, words: readonly string[]): boolean =>
  wordsIn(text).map(singular).join(" ") === words.join(" ");

/** The list in a tool's result; undefined if there is none. */
function itemsIn(told: string): JsonObject[] | undefined {
  const result = resultIn(told);
  const lists = Array.isArray(result) ? [result] : isJsonObject(result) ? Object.values(result).filter(Array.isArray) : [];
  return lists.length === 1 ? lists[0]!.filter(isJsonObject) : undefined;
}

function resultIn(told: string): Json | undefined {
  const outcome = parseJson(told);
  return isJsonObject(outcome) ? outcome["result"] : undefined;
}

/** Proposes the new value of the field, in the form of the field's schema and of its value now. */
export function changeElement(change: WantedChange, known: readonly KnownTool[], results: readonly StepResult[]): Done {
  const [read] = results;
  const family = familiesOf(known).find(({ reader }) => reader.tool.name === read?.name);
  const element = resultIn(read?.text ?? "");
  if (!family || !isJsonObject(element) || typeof element["id"] !== "string")
    return proposesNothing(`I could not read “${change.target}”: ${reasonIn(read?.text ?? "")}`);
  const values = [element["value"], element["fields"], element["metadata"]].find(isJsonObject) ?? element;
  const schemas = schemasIn(resultIn(results[1]?.text ?? ""), element["type"]);
  const path = typeof element["path"] === "string" ? element["path"] : change.target;
  const field = fieldNamed(change.field, schemas, values);
  if (field.name === undefined) {
    const lines = field.choices.slice(0, MAX_CHOICES).map((name) => `- \`${sentenceFor(change, path, name)}\``);
    const others =
      field.choices.length > MAX_CHOICES ? `\n\nIts other fields: ${field.choices.slice(MAX_CHOICES).join(", ")}.` : "";
    return proposesNothing(
      `${path} has no single field called “${change.field}”. You may say:\n\n${lines.join("\n")}${others}`,
    );
  }
  const value = newValue(change, schemas[field.name], values[field.name]);
  if ("problem" in value) return proposesNothing(`${field.name} of ${path} ${value.problem}`);
  const fields = fieldsProperty(family.changer);
  if (fields === undefined) return proposesNothing("I have no tools for that.");
  const input = { id: element["id"], [fields]: { [field.name]: value.value } };
  return { text: value.note, calls: [{ name: family.changer.tool.name, input: family.changer.wrap(input) }], step: "call" };
}

/** Schemas of the fields of the element's type. */
function schemasIn(result: Json | undefined, type: Json | undefined): Record<string, JsonObject> {
  const types = isJsonObject(result) && Array.isArray(result["types"]) ? result["types"].filter(isJsonObject) : [];
  const own = types.find(({ name }) => name === type);
  const properties = isJsonObject(own?.["schema"]) ? own["schema"]["properties"] : undefined;
  if (!isJsonObject(properties)) return {};
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, one]) => (isJsonObject(one) ? [[name, one] as const] : [])),
  );
}
