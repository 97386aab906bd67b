import type { ReviewPayload } from "../../api/proposals-query.ts";

/** What a proposal does to its target, in a word. */
export function changeKind(payload: Pick<ReviewPayload, "current" | "proposed"> | undefined): string {
  if (!payload) return "–";
  const { current, proposed } = payload;
  if (current === null && proposed === null) return "Call";
  if (current === null) return "Create";
  return proposed === null ? "Remove" : "Change";
}
