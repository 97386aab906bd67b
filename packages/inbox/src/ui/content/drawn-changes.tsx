import type { Json, Preview } from "@countersign/protocol";
import { lazy } from "react";
import type { DiffLayout } from "../diff-rows.tsx";
import { FieldDiff } from "../field-diff.tsx";
import { readContentProposal } from "./read-content.ts";

const ContentChangesView = lazy(async () => ({ default: (await import("./content-changes-view.tsx")).ContentChangesView }));

interface Props {
  /** An action or a `ReviewPayload`. */
  of: { id: string; preview: Preview; current: Json | null; proposed: Json | null };
  layout: DiffLayout;
  /** False for unsaved edits: the server has no page of them. */
  isStored?: boolean;
}

/** Two states of a target: content by the kinds of its fields, anything else field by field. Lazy: must be in a `DrawnPart`. */
export function DrawnChanges({ of, layout, isStored = true }: Props) {
  const proposal = readContentProposal(of);
  if (!proposal) {
    return <FieldDiff before={of.current ?? undefined} after={of.proposed ?? undefined} layout={layout} wholeName="Content" />;
  }
  return <ContentChangesView actionId={isStored ? of.id : null} proposal={proposal} layout={layout} />;
}
