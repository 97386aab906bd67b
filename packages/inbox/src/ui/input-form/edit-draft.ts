import { displaySegments, displayText, readJson, type Json, type JsonObject } from "@countersign/protocol";
import { strings } from "../../strings/code.tsx";
import { editableJson, isObject } from "../diff/json.ts";
import { sameJson } from "../diff/field-changes.ts";
import type { InputField } from "./input-fields.ts";

/** One top-level key being edited. Text is edited as text, unless it has invisible characters, which only JSON shows. */
export interface DraftField {
  name: string;
  form: InputField["kind"];
  text: string;
}

export type ReadDraft = { ok: true; userEdits: JsonObject } | { ok: false; faults: ReadonlyMap<string, string> };

/** Name for faults of the whole input. A JSON key may be empty, so this must not be the empty string. */
export const WHOLE = "\0whole";

/** The existing keys, each in the simplest form that can hold its value. */
export const makeDraft = (input: JsonObject, fields: readonly InputField[] = []): DraftField[] =>
  Object.entries(input).map(([name, value]) => {
    const form = formOf(
      value,
      fields.find((field) => field.name === name),
    );
    return { name, form, text: form === "json" ? editableJson(value) : String(value) };
  });

/** An empty field for a key the input does not have yet. */
export const emptyField = ({ name, kind, choices }: InputField): DraftField => ({
  name,
  form: kind,
  text: kind === "boolean" ? "false" : kind === "choice" ? (choices[0] ?? "") : kind === "json" ? "null" : "",
});

function formOf(value: Json, field: InputField | undefined): DraftField["form"] {
  const kind = field?.kind ?? "text";
  if (typeof value === "string") {
    if (kind === "choice") return field?.choices.includes(value) ? "choice" : "json";
    return isPlain(value) && kind === "text" ? "text" : "json";
  }
  if (typeof value === "boolean") return kind === "boolean" ? "boolean" : "json";
  if (typeof value === "number") return kind === "number" || kind === "integer" ? kind : "json";
  return "json";
}

/** Whether a text can be edited in a text area, which changes carriage returns and hides invisible characters. */
export const isPlain = (value: string): boolean => displaySegments(value).every(({ kind }) => kind === "text");

/** Returns the keys that differ from the input, or the faults by key. */
export function readDraft(fields: readonly DraftField[], input: JsonObject): ReadDraft {
  const faults = new Map<string, string>();
  const edited: [string, Json][] = [];
  for (const field of fields) {
    const read = readField(field);
    if (!read.ok) faults.set(field.name, read.fault);
    else if (isChanged(input, field.name, read.value)) edited.push([field.name, read.value]);
  }
  return faults.size > 0 ? { ok: false, faults } : { ok: true, userEdits: Object.fromEntries(edited) };
}

function readField({ form, text }: DraftField): { ok: true; value: Json } | { ok: false; fault: string } {
  if (form === "text" || form === "choice") return { ok: true, value: text };
  const read = readExactly(text);
  if (form === "json") return read;
  if (form === "boolean") return { ok: true, value: text.trim() === "true" };
  const { faults } = strings.edits;
  if (!read.ok) return { ok: false, fault: read.isRounded ? faults.tooManyDigits : faults.noNumber };
  const { value } = read;
  if (typeof value !== "number") return { ok: false, fault: faults.noNumber };
  if (form === "integer" && !Number.isInteger(value)) return { ok: false, fault: faults.noWholeNumber };
  return { ok: true, value };
}

/** Like `readDraft`, for the whole input as one JSON text. */
export function readJsonDraft(text: string, input: JsonObject): ReadDraft {
  const read = readExactly(text);
  const { faults } = strings.edits;
  if (!read.ok) return { ok: false, faults: new Map([[WHOLE, read.fault]]) };
  if (!isObject(read.value)) return { ok: false, faults: new Map([[WHOLE, faults.noObject]]) };
  const { value } = read;
  const missing = Object.keys(input).filter((name) => !Object.hasOwn(value, name));
  if (missing.length > 0) {
    return { ok: false, faults: new Map([[WHOLE, faults.missing(missing.join(", "))]]) };
  }
  const edited = Object.entries(value).filter(([name, now]) => isChanged(input, name, now));
  return { ok: true, userEdits: Object.fromEntries(edited) };
}

const isChanged = (input: JsonObject, name: string, value: Json): boolean =>
  !Object.hasOwn(input, name) || !sameJson(value, input[name] as Json);

/**
 * Reads as strictly as the server reads a call: what runs must be what was typed. `JSON.parse` rounds numbers and lets the last
 * of two equal names win.
 */
function readExactly(text: string): { ok: true; value: Json } | { ok: false; fault: string; isRounded: boolean } {
  // The server limits the size of the edits, not of this text, which is indented and holds what is unchanged, too.
  const read = readJson(text, { maxBytes: Infinity });
  if (read.ok) return read;
  const { faults } = strings.edits;
  const [error] = read.errors;
  if (read.code === "MALFORMED_JSON" || error === undefined) return { ok: false, fault: faults.noJson, isRounded: false };
  const { path, message } = error;
  return {
    ok: false,
    isRounded: path === "",
    fault: path === "" ? faults.refused(message) : faults.refusedAt(displayText(path, { newlines: "mark" }), message),
  };
}
