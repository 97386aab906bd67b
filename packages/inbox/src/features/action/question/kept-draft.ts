import { useMe } from "../../../api/signed-in.ts";
import type { AnswerDraft } from "./answer-draft.ts";

/** Drafts by person and action. The dialog is gone at once when its question ends, and what was typed must not go with it. */
const drafts = new Map<string, AnswerDraft>();

/** What this person has entered for the question and not sent. Kept until the page is loaded anew. */
export function useKeptDraft(actionId: string) {
  const me = useMe();
  const key = `${me?.principal.id} ${actionId}`;
  return {
    kept: drafts.get(key),
    keep: (draft: AnswerDraft): void => void drafts.set(key, draft),
    forget: (): void => void drafts.delete(key),
  };
}
