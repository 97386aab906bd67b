import type { ContentElement, ContentField } from "@countersign/protocol";
import { useState } from "react";
import { useBlocker } from "@tanstack/react-router";
import { changesOf, draftOf, type Draft } from "./draft.ts";

/** The state an edit is based on, and its current draft. */
interface Edit {
  base: { version: string; draft: Draft };
  draft: Draft;
  /** Incremented by every change other than typing, so that the fields are mounted anew. */
  generation: number;
}

const editOf = (element: ContentElement, generation: number): Edit => {
  const draft = draftOf(element);
  return { base: { version: element.version, draft }, draft, generation };
};

/**
 * A draft of an element. A newer version replaces it at once while nothing is unsaved; otherwise that version is returned as
 * `theirs` until the person decides.
 */
export function useDraft(element: ContentElement, fields: readonly ContentField[], isSaving: boolean) {
  const [edit, setEdit] = useState(() => editOf(element, 0));
  const changes = changesOf(fields, edit.base.draft, edit.draft);
  const isOther = element.version !== edit.base.version;
  if (isOther && !changes && !isSaving) setEdit(editOf(element, edit.generation + 1));
  return {
    draft: edit.draft,
    generation: edit.generation,
    /** The change to send; null if nothing is changed. */
    changes,
    version: edit.base.version,
    base: edit.base.draft,
    theirs: isOther && changes && !isSaving ? element : null,
    change: (draft: Draft): void => setEdit({ ...edit, draft }),
    /** Discards the draft and starts from the newer element. */
    take: (newer: ContentElement): void => setEdit(editOf(newer, edit.generation + 1)),
    /** Bases the draft on the newer element. */
    carry: (newer: ContentElement, draft: Draft): void =>
      setEdit({ base: { version: newer.version, draft: draftOf(newer) }, draft, generation: edit.generation + 1 }),
  };
}

/** Asks before leaving with unsaved changes: with a dialog of ours within the inbox, otherwise with the browser's. */
export const useLeaveGuard = (isUnsaved: () => boolean) =>
  useBlocker({ shouldBlockFn: isUnsaved, enableBeforeUnload: isUnsaved, withResolver: true });
