import type { ContentField, Json } from "@countersign/protocol";
import type { ComponentType } from "react";
import type { DiffLayout } from "../../../ui/diff-rows.tsx";
import type { References } from "./reference-view.tsx";

export interface ChangeProps {
  field: ContentField;
  before: Json | undefined;
  after: Json | undefined;
  references: References;
  layout: DiffLayout;
  /** Accessible name of the comparison. */
  label: string;
}

/** Props for a value that contains other values; `Change` draws those. */
export interface NestedProps extends ChangeProps {
  Change: ComponentType<ChangeProps>;
}
