import type { JsonObject, Tool } from "@countersign/protocol";
import { useMemo, useState } from "react";
import { editableJson } from "../../../ui/diff/json.ts";
import { emptyField, makeDraft, readDraft, readJsonDraft, type DraftField } from "../../../ui/input-form/edit-draft.ts";
import { readInputFields } from "../../../ui/input-form/input-fields.ts";

/** The input being filled in, by field or whole as JSON; going from one to the other keeps what was typed. */
export function useToolInput(tool: Pick<Tool, "inputSchema">) {
  const known = useMemo(() => readInputFields(tool.inputSchema), [tool.inputSchema]);
  const [form, setForm] = useState<"fields" | "json">("fields");
  const [fields, setFields] = useState<readonly DraftField[]>(() =>
    known.filter(({ isRequired }) => isRequired).map(emptyField),
  );
  const [whole, setWhole] = useState("{}");
  const [faults, setFaults] = useState<ReadonlyMap<string, string> | null>(null);
  // Against an empty input every key counts as changed, so what is read is the whole input.
  const draft = form === "fields" ? readDraft(fields, {}) : readJsonDraft(whole, {});
  return {
    known,
    form,
    fields,
    whole,
    /** What cannot be read, once it was tried to. */
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
    /** The input, or null with the faults set. */
    read(): JsonObject | null {
      setFaults(draft.ok ? null : draft.faults);
      return draft.ok ? draft.userEdits : null;
    },
  };
}

export type ToolInputState = ReturnType<typeof useToolInput>;
