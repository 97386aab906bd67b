import { isJsonObject, type Json, type JsonObject } from "@countersign/protocol";
import type { WantedChange } from "./change-request.ts";
import { numberIn } from "./fill-arguments.ts";
import { singular, wordsIn } from "./sentence.ts";
import { textsIn } from "./tool-words.ts";

/** Names that people use for the same field. */
const SAME: readonly (readonly string[])[] = [
  ["title", "name", "headline", "heading"],
  ["price", "cost"],
  ["description", "text", "body"],
  ["color", "colour"],
];

/** Finds the field that a request names, by its name, its title, or an everyday word for it. */
export function fieldNamed(
  said: string,
  schemas: Readonly<Record<string, JsonObject>>,
  values: JsonObject,
): { name: string } | { name: undefined; choices: string[] } {
  const names = [...new Set([...Object.keys(schemas), ...Object.keys(values)])];
  const wanted = normal(said);
  const namesOf = (name: string): string[] => {
    const title = schemas[name]?.["title"];
    return [normal(name), ...(typeof title === "string" ? [normal(title)] : [])];
  };
  const also = SAME.find((one) => one.includes(wanted)) ?? [];
  const isPart = (text: string): boolean => wanted !== "" && wanted.split(" ").every((word) => text.split(" ").includes(word));
  const ways: ((name: string) => boolean)[] = [
    (name) => namesOf(name).includes(wanted),
    (name) => namesOf(name).some((one) => also.includes(one)),
    (name) => namesOf(name).some(isPart),
  ];
  for (const fits of ways) {
    const found = names.filter(fits);
    const [only] = found;
    if (only !== undefined && found.length === 1) return { name: only };
    if (found.length > 1) return { name: undefined, choices: found };
  }
  return { name: undefined, choices: names };
}

const normal = (text: string): string => wordsIn(text).map(singular).join(" ");

type NewValue = { value: Json; note: string } | { problem: string };
const problem = (text: string): NewValue => ({ problem: `${text} Nothing was called.` });
const LANGUAGE = /^[a-z]{2}(-[A-Za-z]{2,8})?$/;

/** Puts what was said into the form of the field. Never guesses: what does not fit is a problem, told to the person. */
export function newValue(change: WantedChange, schema: JsonObject | undefined, now: Json | undefined): NewValue {
  const properties = isJsonObject(schema?.["properties"]) ? schema["properties"] : undefined;
  const keys = properties ? Object.keys(properties) : isJsonObject(now) ? Object.keys(now) : [];
  if (keys.length > 0 && keys.every((key) => LANGUAGE.test(key))) return localised(change, properties, keys, now);
  if (keys.includes("amount") && keys.includes("currency")) return money(change.value, now);
  if (change.language !== undefined) return problem("has no languages.");
  return plain(change.value, schema ?? {}, now);
}

function localised(change: WantedChange, properties: JsonObject | undefined, keys: string[], now: Json | undefined): NewValue {
  const language = change.language ?? (keys.length === 1 || !keys.includes("en") ? keys[0]! : "en");
  if (!keys.includes(language)) return problem(`has no language ${language}; it has ${keys.join(", ")}.`);
  const inner = properties?.[language];
  const value = plain(change.value, isJsonObject(inner) ? inner : {}, isJsonObject(now) ? now[language] : undefined);
  if ("problem" in value) return value;
  const others = keys.filter((key) => key !== language);
  const note =
    change.language === undefined && others.length > 0 ? `Only in language ${language}; ${others.join(", ")} stays.` : "";
  return { value: { [language]: value.value }, note };
}

function money(text: string, now: Json | undefined): NewValue {
  const read = numberIn(text);
  if (!read) return problem(`needs an amount, such as 20 or 20.50, and not “${text.slice(0, 100)}”.`);
  const before = isJsonObject(now) ? now : {};
  const currency = read.currency ?? before["currency"];
  if (typeof currency !== "string") return problem("needs a currency as well, such as 20 EUR.");
  const old = before["amount"];
  if (typeof old === "number") return { value: { ...before, amount: read.number, currency }, note: "" };
  const decimals = typeof old === "string" ? (old.split(".")[1]?.length ?? 0) : 2;
  const exact = String(read.number);
  const amount = (exact.split(".")[1]?.length ?? 0) > decimals ? exact : read.number.toFixed(decimals);
  return { value: { ...before, amount, currency }, note: "" };
}

function plain(text: string, schema: JsonObject, now: Json | undefined): NewValue {
  const choices = textsIn(schema["enum"]);
  if (choices.length > 0) {
    const value = choices.find((one) => one.toLowerCase() === text.toLowerCase());
    return value === undefined ? problem(`may be one of ${choices.join(", ")}.`) : { value, note: "" };
  }
  const type = schema["type"] ?? (now === undefined || now === null ? "string" : Array.isArray(now) ? "array" : typeof now);
  if (type === "number" || type === "integer") {
    const read = numberIn(text);
    return read && read.currency === undefined ? { value: read.number, note: "" } : problem("needs a number.");
  }
  if (type === "boolean") {
    if (/^(on|yes|true)$/i.test(text)) return { value: true, note: "" };
    return /^(off|no|false)$/i.test(text) ? { value: false, note: "" } : problem("may be yes or no.");
  }
  if (type !== "string") return problem("is not one text or number, so this script cannot change it.");
  const isMarkup = schema["contentMediaType"] === "text/html" || (typeof now === "string" && now.startsWith("<"));
  return { value: isMarkup ? `<p>${escaped(text)}</p>` : text, note: "" };
}

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
