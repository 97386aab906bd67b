import { choicesOf, readJson, type AskedQuestion, type Json, type JsonObject, type QuestionField } from "@countersign/protocol";
import { CliFault, EXIT } from "./exit.ts";
import { renderForTerminal } from "./render-for-terminal.ts";

/** The answer in one text, for a form with one part, or each `--set <part>=<value>`. Undefined if neither is given. */
export function readAnswer(
  { form }: AskedQuestion,
  text: string | undefined,
  pairs: readonly string[],
): JsonObject | undefined {
  if (text === undefined && pairs.length === 0) return undefined;
  const [only, ...others] = Object.entries(form.properties);
  if (text !== undefined && (only === undefined || others.length > 0 || pairs.length > 0)) {
    const hint = `Set each part with --set: ${namesOf(form)}.`;
    throw new CliFault(
      EXIT.usage,
      "A plain text can only answer a question with one part, and cannot be combined with --set.",
      hint,
    );
  }
  const given = text === undefined || only === undefined ? [] : [[only[0], readValue(only[1], text, only[0])] as const];
  const parts = [...given, ...pairs.map((pair) => readPair(form, pair))];
  const twice = parts.find(([name], n) => parts.findIndex(([other]) => other === name) < n);
  if (twice) throw new CliFault(EXIT.usage, `--set gives ${twice[0]} twice.`);
  return Object.fromEntries(parts);
}

const namesOf = ({ properties }: AskedQuestion["form"]): string => Object.keys(properties).join(", ");

function readPair(form: AskedQuestion["form"], pair: string): [string, Json] {
  const at = pair.indexOf("=");
  const name = pair.slice(0, Math.max(at, 0));
  if (at < 1 || !Object.hasOwn(form.properties, name)) {
    throw new CliFault(
      EXIT.usage,
      `--set ${shown(pair)} does not name a part of the answer.`,
      `The parts are: ${namesOf(form)}.`,
    );
  }
  return [name, readValue(form.properties[name]!, pair.slice(at + 1), `--set ${name}`)];
}

const NOUNS = { boolean: "yes or no", number: "number", integer: "number", array: "list" } as const;

/** A text as it is; several choices by commas or as a JSON list; yes or no, and numbers. The server validates them. */
export function readValue(field: QuestionField, text: string, place: string): Json {
  const { type } = field;
  if (type === "string") return text;
  if (type === "array" && !text.trimStart().startsWith("["))
    return text === "" ? [] : text.split(",").map((part) => part.trim());
  if (type === "boolean" && /^(y(es)?|no?)$/i.test(text)) return /^y/i.test(text);
  const read = readJson(text);
  const isMeant = read.ok && (type === "array" ? Array.isArray(read.value) : typeof read.value === TYPES[type]);
  if (isMeant) return read.value;
  throw new CliFault(EXIT.usage, `${place}: ${shown(text)} is not a valid ${NOUNS[type]}.`);
}

const TYPES = { boolean: "boolean", number: "number", integer: "number" } as const;

interface Terminal {
  ask(question: string): Promise<string>;
  writeError(text: string): void;
}

/** Asks for each part of the answer, again where a value cannot be read. An empty line leaves a part out. */
export async function askAnswer({ form }: AskedQuestion, terminal: Terminal): Promise<JsonObject> {
  const answer: [string, Json][] = [];
  for (const [name, field] of Object.entries(form.properties)) {
    const choices = choicesOf(field)?.map(({ value, label }) => (value === label ? value : `${value}: ${label}`));
    const hint = choices ? ` (${choices.join(", ")})` : field.type === "boolean" ? " (yes or no)" : "";
    const value = await askValue(terminal, field, `${shown(`${field.title ?? name}${hint}`)}: `);
    if (value !== undefined) answer.push([name, value]);
    else if (field.type === "array" && form.required?.includes(name)) answer.push([name, []]);
  }
  return Object.fromEntries(answer);
}

async function askValue({ ask, writeError }: Terminal, field: QuestionField, question: string): Promise<Json | undefined> {
  for (;;) {
    const text = (await ask(question)).trim();
    if (text === "") return undefined;
    try {
      return readValue(field, text, "That");
    } catch (error) {
      if (!(error instanceof CliFault)) throw error;
      writeError(`${error.message}\n`);
    }
  }
}

const shown = (text: string): string => renderForTerminal(text, { form: "line" });
