import type { Action } from "@countersign/protocol";
import { FieldDiff } from "../../ui/field-diff.tsx";
import type { useDiffLayout } from "../../ui/layout-choice.tsx";
import { DrawnPart } from "../../ui/drawn-part.tsx";
import { PARTS } from "../../ui/action-parts.ts";
import { Section } from "./section.tsx";

interface Props {
  action: Action;
  layout: ReturnType<typeof useDiffLayout>;
}

/** What a person changed before approving: the agent's input against what runs. */
export function Edits({ action, layout }: Props) {
  if (action.userEdits === null) return null;
  return (
    <Section title="Edited before it was approved">
      <DrawnPart name={PARTS.edits} of={action.digest}>
        <FieldDiff before={action.toolInput} after={action.effectiveInput} layout={layout.layout} wholeName="Input" />
      </DrawnPart>
    </Section>
  );
}
