import type { ContentField, Json } from "@countersign/protocol";
import type { ComponentType } from "react";
import type { DiffLayout } from "../diff-rows.tsx";
import type { References } from "./reference-view.tsx";

export interface ChangeProps {
  field: ContentField;
  before: Json | undefined;
  after: Json | undefined;
  references: References;
  layout: DiffLayout;
  /** What is compared, for those who hear the page. */
  label: string;
}

/** Of a value that holds other values: what draws these. */
export interface NestedProps extends ChangeProps {
  Change: ComponentType<ChangeProps>;
}
