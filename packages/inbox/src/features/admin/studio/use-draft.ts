import { isJsonObject, type Json, type JsonObject, type StudioDraft, type StudioTool } from "@countersign/protocol";
import { useState } from "react";
import { keys } from "../../../api/keys.ts";
import { studioPath } from "../../../api/studio-queries.ts";
import { useChange } from "../../../api/use-change.ts";
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

/** The draft as it is typed over the one that is stored; the schema is text until it is JSON. */
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
    /** What could not be saved, where no field is to blame. */
    error: save.error && errors.length === 0 ? save.error.message : faults.get(""),
    isSaving: save.isPending,
    set: (part: Partial<StudioDraft>): void => setEdits({ ...edits, ...part }),
    setSchemaText,
    /** Takes another stored draft for what is typed. */
    reset(stored: StudioTool): void {
      setEdits({});
      setSchemaText(show(stored.draft.inputSchema));
      save.reset();
    },
    /** Stores what changed, and goes on with what is stored then. */
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
    return isJsonObject(schema) ? { ok: true, schema } : { ok: false, message: "has to be a JSON object" };
  } catch (error) {
    return { ok: false, message: `is not JSON: ${error instanceof Error ? error.message : ""}` };
  }
}
