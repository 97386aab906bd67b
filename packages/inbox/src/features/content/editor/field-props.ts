import type { ContentField, Json, Reference } from "@countersign/protocol";

export interface FieldProps {
  field: ContentField;
  /** What it is called here, where that is not its title. */
  label: string;
  value: Json | undefined;
  /** What the server has against it. */
  fault?: string | undefined;
  onChange: (value: Json | undefined) => void;
  references: ReadonlyMap<string, Reference>;
  /** An element was found to refer to. */
  onReference: (found: Reference) => void;
  /** What is typed is no value yet. */
  onBroken: (isBroken: boolean) => void;
}
