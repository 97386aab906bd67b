import { choicesOf, type AskedQuestion, type Json, type JsonObject, type QuestionField } from "@countersign/protocol";
import { strings } from "../../../strings/question.tsx";
import { strings as uiStrings } from "../../../strings/ui.tsx";
import { toInstant, toLocal } from "../../../ui/local-time.ts";

type Entered = string | readonly string[];

/** What a person has entered so far, by field: a text, or the chosen values. */
export type AnswerDraft = Readonly<Record<string, Entered>>;

export type ReadAnswer = { ok: true; answer: JsonObject } | { ok: false; faults: ReadonlyMap<string, string> };

export const YES = "yes";
export const NO = "no";
/** A number keeps so many digits; with more it would be another one than the person typed. */
const EXACT_DIGITS = 15;

/** What is entered for a field; empty if nothing is. */
export const entryOf = (draft: AnswerDraft, name: string): Entered => (Object.hasOwn(draft, name) ? draft[name]! : "");

/** The value that an answer has for a field; undefined if none. */
export const partOf = (answer: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(answer, name) ? answer[name] : undefined;

/** The draft with which the form of a question starts that has an answer already; empty without one. */
export function draftOf({ form, answer }: AskedQuestion): AnswerDraft {
  const entries = Object.entries(form.properties).flatMap(([name, field]) => {
    const value = partOf(answer ?? {}, name);
    return value === undefined ? [] : [[name, toEntry(field, value)] as const];
  });
  return Object.fromEntries(entries);
}

function toEntry(field: QuestionField, value: Json): Entered {
  if (typeof value === "boolean") return value ? YES : NO;
  if (Array.isArray(value)) return value.map(String);
  return isTime(field) ? toLocal(String(value)) : String(value);
}

const isTime = (field: QuestionField): boolean => field.type === "string" && field.format === "date-time";

/** Reads the draft; an optional field without an entry is left out. The server validates the rest. */
export function readAnswerDraft({ form }: AskedQuestion, draft: AnswerDraft): ReadAnswer {
  const faults = new Map<string, string>();
  const answer: [string, Json][] = [];
  for (const [name, field] of Object.entries(form.properties)) {
    const read = readEntry(field, entryOf(draft, name), form.required?.includes(name) ?? false);
    if (read === null) continue;
    if ("fault" in read) faults.set(name, read.fault);
    else answer.push([name, read.value]);
  }
  return faults.size > 0 ? { ok: false, faults } : { ok: true, answer: Object.fromEntries(answer) };
}

/** Null for a field that is left out. */
type ReadEntry = { value: Json } | { fault: string } | null;

function readEntry(field: QuestionField, entered: Entered, isRequired: boolean): ReadEntry {
  if (field.type === "array") {
    if (entered.length === 0 && !isRequired) return null;
    const { minItems = 0 } = field;
    return entered.length < minItems ? { fault: strings.faults.chooseAtLeast(minItems) } : { value: [...entered] };
  }
  if (typeof entered !== "string" || entered === "") return isRequired ? { fault: strings.faults.needed } : null;
  if (field.type === "boolean") return { value: entered === YES };
  if (field.type !== "string") return readNumber(field.type, entered.trim());
  const value = isTime(field) ? toInstant(entered) : entered;
  return value === undefined ? { fault: strings.faults.notATime } : { value };
}

function readNumber(type: "number" | "integer", text: string): ReadEntry {
  const isNumber = /^-?\d+(\.\d+)?$/.test(text);
  const value = Number(text);
  if (type === "integer" && !(isNumber && Number.isInteger(value))) return { fault: strings.faults.notWhole };
  if (!isNumber) return { fault: strings.faults.notANumber };
  const isExact = text.replace(/\D/g, "").length <= EXACT_DIGITS;
  return isExact ? { value } : { fault: strings.faults.tooManyDigits };
}

/** What is entered for a field, in the words that people see: one text, or one for each choice. */
export function enteredWords(field: QuestionField, entered: Entered): string[] {
  const choices = choicesOf(field) ?? [];
  const wordsOf = (one: string): string => choices.find(({ value }) => value === one)?.label ?? one;
  if (typeof entered !== "string") return entered.map(wordsOf);
  if (field.type === "boolean") return [entered === YES ? uiStrings.yes : uiStrings.no];
  return [isTime(field) ? entered.replace("T", " ") : wordsOf(entered)];
}

/** Whether the question's answer is what this draft says. */
export function isAnswer(asked: AskedQuestion, draft: AnswerDraft): boolean {
  const read = readAnswerDraft(asked, draft);
  return read.ok && asked.answer !== null && inOrder(read.answer) === inOrder(asked.answer);
}

const inOrder = (answer: JsonObject): string =>
  JSON.stringify(Object.entries(answer).toSorted(([one], [other]) => (one < other ? -1 : 1)));
