import type { ReviewPayload } from "../../api/proposals-query.ts";
import { fieldChanges } from "../../ui/diff/field-changes.ts";

/** One word for what a proposal does to its target; derived from the changed fields, not from anybody's description. */
export function changeKind(payload: Pick<ReviewPayload, "current" | "proposed"> | undefined): string {
  if (!payload) return "–";
  const { current, proposed } = payload;
  if (current === null && proposed === null) return "Calls";
  const kinds = new Set(fieldChanges(current, proposed).map(({ kind }) => kind));
  kinds.delete("same");
  const [only] = kinds;
  if (kinds.size === 1 && only === "added") return "Adds";
  return kinds.size === 1 && only === "removed" ? "Removes" : "Changes";
}
