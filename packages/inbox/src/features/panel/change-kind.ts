import type { ReviewPayload } from "../../api/proposals-query.ts";
import { strings } from "../../strings/panel.tsx";
import { fieldChanges } from "../../ui/diff/field-changes.ts";

/** One word for what a proposal does to its target; derived from the changed fields, not from anybody's description. */
export function changeKind(payload: Pick<ReviewPayload, "current" | "proposed"> | undefined): string {
  if (!payload) return "–";
  const { current, proposed } = payload;
  if (current === null && proposed === null) return strings.kinds.calls;
  const kinds = new Set(fieldChanges(current, proposed).map(({ kind }) => kind));
  kinds.delete("same");
  const [only] = kinds;
  if (kinds.size === 1 && only === "added") return strings.kinds.adds;
  return kinds.size === 1 && only === "removed" ? strings.kinds.removes : strings.kinds.changes;
}
