import { displaySegments, type Json, type JsonObject } from "@countersign/protocol";
import { editableJson } from "../../ui/diff/json-text.ts";
import { sameJson } from "../../ui/diff/field-changes.ts";
import { isObject } from "../../ui/diff/is-object.ts";

/** One top-level key being edited. Text stays text; what holds invisible characters is edited as JSON, where they show. */
export interface DraftField {
  name: string;
  form: "text" | "json";
  text: string;
}

export type ReadDraft = { ok: true; userEdits: JsonObject } | { ok: false; faults: ReadonlyMap<string, string> };

/** The name under which faults of the whole are kept; no key of a JSON object is `undefined`, but one may be empty. */
export const WHOLE = "\0whole";

export const makeDraft = (input: JsonObject): DraftField[] =>
  Object.entries(input).map(([name, value]) => ({
    name,
    form: isPlain(value) ? "text" : "json",
    text: isPlain(value) ? value : editableJson(value),
  }));

/** A text area changes carriage returns and hides what is invisible, so such a text is not edited in one. */
const isPlain = (value: Json): value is string =>
  typeof value === "string" && displaySegments(value).every(({ kind }) => kind === "text");

/** The keys that differ from the input, or what cannot be read, by key. */
export function readDraft(fields: readonly DraftField[], input: JsonObject): ReadDraft {
  const faults = new Map<string, string>();
  const edited: [string, Json][] = [];
  for (const { name, form, text } of fields) {
    const value = form === "text" ? text : parseJson(text);
    if (value === undefined) faults.set(name, "This is not JSON.");
    else if (isChanged(input, name, value)) edited.push([name, value]);
  }
  return faults.size > 0 ? { ok: false, faults } : { ok: true, userEdits: Object.fromEntries(edited) };
}

/** The same for the whole input as one JSON text. */
export function readJsonDraft(text: string, input: JsonObject): ReadDraft {
  const value = parseJson(text);
  if (!isObject(value))
    return {
      ok: false,
      faults: new Map([[WHOLE, value === undefined ? "This is not JSON." : "This has to be a JSON object."]]),
    };
  const missing = Object.keys(input).filter((name) => !Object.hasOwn(value, name));
  if (missing.length > 0) {
    return { ok: false, faults: new Map([[WHOLE, `Edits replace values but cannot take a key away: ${missing.join(", ")}.`]]) };
  }
  const edited = Object.entries(value).filter(([name, now]) => isChanged(input, name, now));
  return { ok: true, userEdits: Object.fromEntries(edited) };
}

const isChanged = (input: JsonObject, name: string, value: Json): boolean =>
  !Object.hasOwn(input, name) || !sameJson(value, input[name] as Json);

function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
