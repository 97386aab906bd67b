import type { ActionSummary } from "@countersign/protocol";
import type { ReviewPayload } from "../../api/proposals-query.ts";
import { ElementKindName } from "../../ui/content/element-kind-name.tsx";
import { readContent } from "../../ui/content/read-content.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import { changeKind } from "./change-kind.ts";

/** Shows what a proposal does to its target and, for content, the kind of element. */
export function KindOf({ payload }: { payload: ReviewPayload | undefined }) {
  const content = payload && readContent(payload.preview);
  if (!content) return changeKind(payload);
  return (
    <>
      <ElementKindName kind={content.kind} type={content.type} />
      <small>{changeKind(payload)}</small>
    </>
  );
}

/** Shows the path or name of what a proposal changes. */
export function PathOf({ row, payload }: { row: ActionSummary; payload: ReviewPayload | undefined }) {
  const content = payload && readContent(payload.preview);
  return <VisibleText text={content?.path ?? payload?.elementPath ?? row.target ?? row.toolName} newlines="mark" />;
}
