import type { ContentElement, ContentField } from "@countersign/protocol";
import { useState } from "react";
import { useBlocker } from "@tanstack/react-router";
import { changesOf, draftOf, type Draft } from "./draft.ts";

/** What an edit was made from, and what became of it. */
interface Edit {
  base: { version: string; draft: Draft };
  draft: Draft;
  /** Counts what did not come from typing, so that the fields take it. */
  generation: number;
}

const editOf = (element: ContentElement, generation: number): Edit => {
  const draft = draftOf(element);
  return { base: { version: element.version, draft }, draft, generation };
};

/**
 * A draft over an element. A newer element is taken at once while nothing is unsaved; else it is given as `theirs` until the
 * person decides.
 */
export function useDraft(element: ContentElement, fields: readonly ContentField[], isSaving: boolean) {
  const [edit, setEdit] = useState(() => editOf(element, 0));
  const changes = changesOf(fields, edit.base.draft, edit.draft);
  const isOther = element.version !== edit.base.version;
  if (isOther && !changes && !isSaving) setEdit(editOf(element, edit.generation + 1));
  return {
    draft: edit.draft,
    generation: edit.generation,
    /** What to send; null where nothing is changed. */
    changes,
    version: edit.base.version,
    base: edit.base.draft,
    theirs: isOther && changes && !isSaving ? element : null,
    change: (draft: Draft): void => setEdit({ ...edit, draft }),
    /** What was typed is put aside. */
    take: (newer: ContentElement): void => setEdit(editOf(newer, edit.generation + 1)),
    /** The draft goes on from the newer element. */
    carry: (newer: ContentElement, draft: Draft): void =>
      setEdit({ base: { version: newer.version, draft: draftOf(newer) }, draft, generation: edit.generation + 1 }),
  };
}

/** While something is unsaved, leaving asks: within the inbox by a dialog of ours, else by the browser's. */
export const useLeaveGuard = (isUnsaved: () => boolean) =>
  useBlocker({ shouldBlockFn: isUnsaved, enableBeforeUnload: isUnsaved, withResolver: true });
