import {
  choicesOf,
  isJsonObject,
  readJson,
  type AskedQuestion,
  type Json,
  type JsonObject,
  type QuestionField,
} from "@countersign/protocol";
import { CliFault, EXIT } from "./exit.ts";
import { renderForTerminal } from "./render-for-terminal.ts";

/** The answer in one text, for a form with one text or choice, with each `--set <field>=<value>`. Undefined if neither is given. */
export function readAnswer(
  { form }: AskedQuestion,
  text: string | undefined,
  pairs: readonly string[],
): JsonObject | undefined {
  if (text === undefined && pairs.length === 0) return undefined;
  const only = Object.entries(form.properties);
  if (text !== undefined && (only.length !== 1 || only[0]![1].type !== "string")) {
    throw new CliFault(EXIT.usage, "The answer has several parts.", `Give each with --set: ${namesOf(form)}.`);
  }
  const given = text === undefined ? [] : [[only[0]![0], text] as const];
  return Object.fromEntries([...given, ...pairs.map((pair) => readPair(form, pair))]);
}

const namesOf = ({ properties }: AskedQuestion["form"]): string => Object.keys(properties).join(", ");

function readPair(form: AskedQuestion["form"], pair: string): [string, Json] {
  const at = pair.indexOf("=");
  const name = pair.slice(0, Math.max(at, 0));
  if (at < 1 || !Object.hasOwn(form.properties, name)) {
    throw new CliFault(EXIT.usage, `--set ${shown(pair)} names no part of the answer.`, `Its parts are: ${namesOf(form)}.`);
  }
  return [name, readValue(form.properties[name]!, pair.slice(at + 1), `--set ${name}`)];
}

/** A text as it is; several choices by commas; numbers and yes or no as JSON. The server validates them. */
export function readValue(field: QuestionField, text: string, place: string): Json {
  if (field.type === "string") return text;
  if (field.type === "array") return text === "" ? [] : text.split(",").map((part) => part.trim());
  if (field.type === "boolean" && /^(y(es)?|no?)$/i.test(text)) return /^y/i.test(text);
  const read = readJson(text);
  if (read.ok && !isJsonObject(read.value)) return read.value;
  throw new CliFault(EXIT.usage, `${place}: ${shown(text)} is no ${field.type === "boolean" ? "yes or no" : "number"}.`);
}

/** Asks for each part of the answer. An empty line leaves a part out. */
export async function askAnswer({ form }: AskedQuestion, ask: (question: string) => Promise<string>): Promise<JsonObject> {
  const answer: [string, Json][] = [];
  for (const [name, field] of Object.entries(form.properties)) {
    const choices = choicesOf(field)?.map(({ value, label }) => (value === label ? value : `${value}: ${label}`));
    const hint = choices ? ` (${choices.join(", ")})` : field.type === "boolean" ? " (yes or no)" : "";
    const text = await ask(`${shown(`${field.title ?? name}${hint}`)}: `);
    if (text.trim() !== "") answer.push([name, readValue(field, text.trim(), name)]);
  }
  return Object.fromEntries(answer);
}

const shown = (text: string): string => renderForTerminal(text, { form: "line" });
