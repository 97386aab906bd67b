import { applyTextEdits, type Action, type Json, type JsonObject } from "@countersign/protocol";
import { useMemo, useState } from "react";
import { strings } from "../../../strings/action.tsx";
import { sameJson } from "../../../ui/diff/field-changes.ts";
import { editableJson } from "../../../ui/diff/json.ts";
import { makeDraft, readDraft, readJsonDraft, WHOLE, type ReadDraft } from "../../../ui/input-form/edit-draft.ts";
import type { InputField } from "../../../ui/input-form/input-fields.ts";
import { editsBetween } from "./edits-between.ts";
import { EDITS, fromFile, readEdits, readResult, toFile, type FileResult } from "./result-text.ts";

export const FORMS = ["result", "fields", "json"] as const;
export type Form = (typeof FORMS)[number];

/** The resulting file as it is being written, and the input that it began with. */
interface Written {
  input: JsonObject;
  shown: string;
  text: string;
}

/** What is being edited: the resulting file, the input by field, or the input as one JSON text. The forms hand over to each other. */
export function useEditDraft(action: Action, known: readonly InputField[], locked: readonly string[]) {
  const { toolInput, effectiveInput } = action;
  const file = useMemo(() => (locked.includes(EDITS) ? null : readResult(action)), [action, locked]);
  const result = typeof file === "object" ? file : null;
  const [form, setForm] = useState<Form>(result ? "result" : "fields");
  const [fields, setFields] = useState(() => makeDraft(effectiveInput, known));
  const [whole, setWhole] = useState("");
  const [written, setWritten] = useState<Written>(() => startOf(effectiveInput, result?.shown ?? ""));
  const [faults, setFaults] = useState<ReadonlyMap<string, string> | null>(null);
  const read = (): ReadDraft => {
    if (form === "result" && result) return readWritten(result, written, toolInput);
    return form === "json" ? readJsonDraft(whole, toolInput) : readDraft(fields, toolInput);
  };
  const switchTo = (next: Form): void => {
    const draft = read();
    if (!draft.ok) return setFaults(draft.faults);
    const edited = { ...toolInput, ...draft.userEdits };
    setFaults(new Map());
    if (next === "json") setWhole(editableJson(edited));
    else if (next === "fields") setFields(makeDraft(edited, known));
    else if (result) {
      const shown = shownOf(result, edited);
      if (shown === null) return setFaults(new Map([[WHOLE, strings.edit.notShown]]));
      setWritten(startOf(edited, shown));
    }
    setForm(next);
  };
  return {
    form,
    switchTo,
    /** Why the resulting file cannot be edited; null if it can, or if the call has none. */
    noResult: typeof file === "string" ? file : null,
    result,
    fields,
    setFields,
    whole,
    setWhole,
    text: written.text,
    setText: (text: string): void => setWritten({ ...written, text }),
    read,
    faults,
    setFaults,
    /** The file that the server's preview must have; null where the arguments are edited. */
    expected: (): string | null => (form === "result" && result ? toFile(result, written.text) : null),
  };
}

const startOf = (input: JsonObject, shown: string): Written => ({ input, shown, text: shown });

/** Returns the keys of the input that differ from the agent's once its edits lead to what was written. */
function readWritten(result: FileResult, { input, shown, text }: Written, toolInput: JsonObject): ReadDraft {
  const edits = text === shown ? readEdits(input[EDITS]) : editsBetween(result.before, toFile(result, text));
  if (!edits || edits.length === 0) return { ok: false, faults: new Map([[WHOLE, strings.edit.sameAsFile]]) };
  const now: JsonObject = { ...input, [EDITS]: edits.map(({ oldText, newText }) => ({ oldText, newText })) };
  const isChanged = ([name, value]: [string, Json]): boolean => {
    const before = toolInput[name];
    return before === undefined || !sameJson(value, before);
  };
  return { ok: true, userEdits: Object.fromEntries(Object.entries(now).filter(isChanged)) };
}

/** The resulting file for a text field; null if the input's edits do not lead to one that a text field can hold. */
function shownOf(result: FileResult, input: JsonObject): string | null {
  const edited = applyTextEdits(result.before, readEdits(input[EDITS]) ?? []);
  const file = edited.ok ? fromFile(result.before, edited.text) : "absent";
  // The line breaks of the text field are those of the file as it was proposed.
  return typeof file === "object" && edited.ok && toFile(result, file.shown) === edited.text ? file.shown : null;
}
