import { isJsonObject, type Json, type JsonObject } from "@countersign/protocol";
import { cutBefore } from "./cut-before.ts";
import type { Mask } from "./mask-secrets.ts";

/** Characters of a title, and of one argument in it. */
const MAX_TITLE = 120;
const MAX_VALUE = 40;
/** Characters of room without which no argument is added. */
const MIN_ROOM = 10;
const MAX_ARGUMENTS = 3;
/** A longer text is content, such as the body of a letter, and does not name the call. */
const MAX_TEXT = 200;

const SECRET_NAME =
  /pass(?:word|phrase|code|wd)|pwd|secret|token|credential|authorization|cookie|(?:api|access|private)[ _.-]?key|(?:^|[ _.-])(?:pin|otp|cvc|cvv)(?:$|[ _.-])/i;
const CONTROL_OR_LINE_BREAK = /[\p{Cc}\u2028\u2029]/u;
/** Text that cannot pass for several arguments, for a flag, or for a cut text. Any other is quoted. */
const PLAIN = /^(?! )(?:[\p{L}\p{N}\p{M}\p{S} _./@#%&()[\]'’!?*-]|:(?! |$))+$(?<! )/u;

export interface TitledTool {
  name: string;
  title: string | null;
  inputSchema: JsonObject;
}

/**
 * Title of a call whose tool has no preview of its own: the tool's title, else its name, and up to three arguments, such as
 * `Pay an invoice: INV-7, 250, USD`. Required arguments come first. Leaves out what has no short form (objects, lists, null, long
 * texts, several lines), what may be secret, and what the schema does not name. Contains the agent's text, so it is data.
 */
export function callTitle({ name, title, inputSchema }: TitledTool, input: JsonObject, mask: Mask): string {
  // A name is what people gate, so it stays whole.
  const head = title === null ? name : cut(title, MAX_TITLE);
  if (head.length > MAX_TITLE - MIN_ROOM) return head;
  const shown = argumentNames(inputSchema)
    .flatMap((argument) => (Object.hasOwn(input, argument) ? (shortForm(argument, input[argument]!, mask) ?? []) : []))
    .slice(0, MAX_ARGUMENTS);
  return shown.length === 0 ? head : cut(`${head}: ${shown.join(", ")}`, MAX_TITLE);
}

/** Required arguments in the order of `required`, then the others. The agent chooses the order of the input, never this one. */
function argumentNames({ properties, required }: JsonObject): string[] {
  if (!isJsonObject(properties)) return [];
  const first = (Array.isArray(required) ? required : []).filter((name) => typeof name === "string");
  return [...new Set([...first, ...Object.keys(properties)])].filter(
    (name) => Object.hasOwn(properties, name) && !isSecret(name, properties[name]),
  );
}

const isSecret = (name: string, schema: Json | undefined): boolean =>
  SECRET_NAME.test(name) || (isJsonObject(schema) && (schema["format"] === "password" || schema["writeOnly"] === true));

function shortForm(name: string, value: Json, mask: Mask): string | undefined {
  if (typeof value === "number") return String(value);
  if (typeof value === "boolean") return `${cut(name, MAX_VALUE)}: ${value}`;
  if (typeof value !== "string" || value.length > MAX_TEXT) return undefined;
  // Masked before it is cut: half of a secret would not be found.
  const text = mask(value);
  if (text.trim() === "" || CONTROL_OR_LINE_BREAK.test(text)) return undefined;
  const isCut = text.length > MAX_VALUE;
  const start = isCut ? cutBefore(text, MAX_VALUE - 1).trimEnd() : text;
  const shown = PLAIN.test(start) ? start : JSON.stringify(start);
  return isCut ? `${shown}…` : shown;
}

const cut = (text: string, max: number): string => (text.length > max ? `${cutBefore(text, max - 1)}…` : text);
