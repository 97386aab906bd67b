import type { ActionSummary } from "@countersign/protocol";
import type { ReviewPayload } from "../../api/proposals-query.ts";
import { ElementKindName } from "../../ui/content/element-kind-name.tsx";
import { readContent } from "../../ui/content/read-content.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import { changeKind } from "./change-kind.ts";

/** What a proposal does to its target and, of content, what kind of element that is. */
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

/** Where what it changes is. */
export function PathOf({ row, payload }: { row: ActionSummary; payload: ReviewPayload | undefined }) {
  const content = payload && readContent(payload.preview);
  return <VisibleText text={content?.path ?? payload?.elementPath ?? row.target ?? row.toolName} newlines="mark" />;
}
