import type { AskedQuestion, Json, JsonObject, QuestionField } from "@countersign/protocol";

/** What a person has entered so far, by field: a text, or the chosen values. */
export type AnswerDraft = Readonly<Record<string, string | readonly string[]>>;

export type ReadAnswer = { ok: true; answer: JsonObject } | { ok: false; faults: ReadonlyMap<string, string> };

/** The draft that a given answer would have come from. */
export const draftOf = (answer: JsonObject | null): AnswerDraft =>
  Object.fromEntries(
    Object.entries(answer ?? {}).map(([name, value]) => [
      name,
      typeof value === "boolean" ? (value ? YES : NO) : Array.isArray(value) ? value.map(String) : String(value),
    ]),
  );

export const YES = "yes";
export const NO = "no";

/** Reads the draft; a field without an entry is left out. The server validates the rest. */
export function readAnswerDraft({ form }: AskedQuestion, draft: AnswerDraft): ReadAnswer {
  const faults = new Map<string, string>();
  const answer: [string, Json][] = [];
  for (const [name, field] of Object.entries(form.properties)) {
    const entered = draft[name] ?? "";
    if (entered.length === 0) {
      if (form.required?.includes(name)) faults.set(name, "This is needed.");
      continue;
    }
    const value = readEntry(field, entered);
    if (value === undefined)
      faults.set(name, field.type === "integer" ? "This has to be a whole number." : "This is not a number.");
    else answer.push([name, value]);
  }
  return faults.size > 0 ? { ok: false, faults } : { ok: true, answer: Object.fromEntries(answer) };
}

/** Undefined for a number that cannot be sent as it was typed. */
function readEntry({ type }: QuestionField, entered: string | readonly string[]): Json | undefined {
  if (typeof entered !== "string") return [...entered];
  if (type === "boolean") return entered === YES;
  if (type !== "number" && type !== "integer") return entered;
  const text = entered.trim();
  const value = Number(text);
  // A number with more digits than are kept would be another one than the person typed.
  const isExact = /^-?\d+(\.\d+)?$/.test(text) && text.replace(/\D/g, "").length <= 15;
  return isExact && (type === "number" || Number.isInteger(value)) ? value : undefined;
}
