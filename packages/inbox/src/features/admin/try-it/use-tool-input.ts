import type { JsonObject, Tool } from "@countersign/protocol";
import { useMemo, useState } from "react";
import { editableJson } from "../../../ui/diff/json.ts";
import { emptyField, makeDraft, readDraft, readJsonDraft, type DraftField } from "../../../ui/input-form/edit-draft.ts";
import { readInputFields } from "../../../ui/input-form/input-fields.ts";

/** The input being filled in, by field or as JSON. Switching between the two keeps what was typed. */
export function useToolInput(tool: Pick<Tool, "inputSchema">) {
  const known = useMemo(() => readInputFields(tool.inputSchema), [tool.inputSchema]);
  const [form, setForm] = useState<"fields" | "json">("fields");
  const [fields, setFields] = useState<readonly DraftField[]>(() =>
    known.filter(({ isRequired }) => isRequired).map(emptyField),
  );
  const [whole, setWhole] = useState("{}");
  const [faults, setFaults] = useState<ReadonlyMap<string, string> | null>(null);
  // Every key counts as changed against an empty input, so the draft holds the whole input.
  const draft = form === "fields" ? readDraft(fields, {}) : readJsonDraft(whole, {});
  return {
    known,
    form,
    fields,
    whole,
    /** Errors of the input, once it was read or switched; null without errors. */
    faults,
    names: form === "fields" ? fields.map(({ name }) => name) : [],
    addable: known.filter(({ name }) => fields.every((field) => field.name !== name)),
    setFields(next: readonly DraftField[]): void {
      setFields(next);
      setFaults(null);
    },
    setWhole(next: string): void {
      setWhole(next);
      setFaults(null);
    },
    switchTo(next: "fields" | "json"): void {
      if (!draft.ok) return setFaults(draft.faults);
      setFaults(null);
      if (next === "json") setWhole(editableJson(draft.userEdits));
      else setFields(makeDraft(draft.userEdits, known));
      setForm(next);
    },
    /** Returns the input; returns null and sets `faults` if it is invalid. */
    read(): JsonObject | null {
      setFaults(draft.ok ? null : draft.faults);
      return draft.ok ? draft.userEdits : null;
    },
  };
}

export type ToolInputState = ReturnType<typeof useToolInput>;
