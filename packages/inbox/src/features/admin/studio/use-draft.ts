import { isJsonObject, type Json, type JsonObject, type StudioDraft, type StudioTool } from "@countersign/protocol";
import { useState } from "react";
import { keys } from "../../../api/keys.ts";
import { studioPath } from "../../../api/studio-queries.ts";
import { useChange } from "../../../api/use-change.ts";
import { strings } from "../../../strings/studio.tsx";
import { sameJson } from "../../../ui/diff/field-changes.ts";
import { fieldFaults } from "../../../ui/field-faults.ts";

export const DRAFT_FIELDS = [
  "title",
  "description",
  "source",
  "inputSchema",
  "access",
  "limits",
  "risk",
  "approval",
  "promptTemplate",
  "group",
] as const;

const show = (schema: JsonObject): string => JSON.stringify(schema, null, 2);

/** The stored draft with unsaved edits on top. The schema stays text until it is valid JSON. */
export function useDraft(tool: StudioTool) {
  const [edits, setEdits] = useState<Partial<StudioDraft>>({});
  const [schemaText, setSchemaText] = useState(() => show(tool.draft.inputSchema));
  const save = useChange<StudioTool>(keys.studio);
  const read = readSchema(schemaText);
  const draft: StudioDraft = { ...tool.draft, ...edits, ...(read.ok && { inputSchema: read.schema }) };
  const isDirty = !read.ok || !sameJson(draft as unknown as Json, tool.draft as unknown as Json);
  const errors = (save.error?.problem?.errors ?? []).map(({ path, message }) => ({
    path: path.replace(/^\/draft(?=\/|$)/, ""),
    message,
  }));
  const faults = new Map(fieldFaults(save.error?.problem ? { ...save.error.problem, errors } : null, DRAFT_FIELDS));
  if (!read.ok) faults.set("inputSchema", read.message);

  return {
    draft,
    schemaText,
    isDirty,
    faults,
    /** Error of the last save that belongs to no field. */
    error: save.error && errors.length === 0 ? save.error.message : faults.get(""),
    isSaving: save.isPending,
    set: (part: Partial<StudioDraft>): void => setEdits({ ...edits, ...part }),
    setSchemaText,
    /** Discards the edits and takes over another stored draft. */
    reset(stored: StudioTool): void {
      setEdits({});
      setSchemaText(show(stored.draft.inputSchema));
      save.reset();
    },
    /** Stores changes and passes the stored tool to `then`. Does nothing if the schema is invalid or a save is running. */
    save(then: (stored: StudioTool) => void = () => undefined): void {
      if (!read.ok || save.isPending) return;
      if (!isDirty) return then(tool);
      save.mutate(
        { method: "PUT", path: studioPath(tool.name), body: { draft, draftVersion: tool.draftVersion } },
        { onSuccess: then },
      );
    },
  };
}
export type DraftState = ReturnType<typeof useDraft>;

function readSchema(text: string): { ok: true; schema: JsonObject } | { ok: false; message: string } {
  try {
    const schema = JSON.parse(text) as Json;
    return isJsonObject(schema) ? { ok: true, schema } : { ok: false, message: strings.tool.notObject };
  } catch (error) {
    return { ok: false, message: strings.tool.notJson(error instanceof Error ? error.message : "") };
  }
}
