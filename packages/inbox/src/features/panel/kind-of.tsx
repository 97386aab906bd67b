import type { ActionSummary } from "@countersign/protocol";
import type { ReviewPayload } from "../../api/proposals-query.ts";
import { readTarget } from "../../ui/change-renderer.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import { changeKind } from "./change-kind.ts";

/** Shows what a proposal does to its target and, if a renderer knows it, the kind of target. */
export function KindOf({ payload }: { payload: ReviewPayload | undefined }) {
  const known = payload && readTarget(payload.preview);
  if (!known) return changeKind(payload);
  return (
    <>
      {known.kind}
      <small>{changeKind(payload)}</small>
    </>
  );
}

/** Shows the path or name of what a proposal changes. */
export function PathOf({ row, payload }: { row: ActionSummary; payload: ReviewPayload | undefined }) {
  const known = payload && readTarget(payload.preview);
  return <VisibleText text={known?.path ?? payload?.elementPath ?? row.target ?? row.toolName} newlines="mark" />;
}
