import type { Json, Preview, Action, JsonObject } from "@countersign/protocol";
import { CopyButton, Group, SegmentedControl, Button } from "@mantine/core";
import { useState } from "react";
import { strings } from "../../../strings/proposal.tsx";
import { strings as uiStrings } from "../../../strings/ui.tsx";
import { DrawnPreview } from "../../../ui/preview/drawn-preview.tsx";
import { DrawnPart } from "../../../ui/drawn-part.tsx";
import { partNames, previewOf, hasChanges } from "../../../ui/action-parts.ts";
import { Section } from "../section.tsx";
import { DrawnChanges } from "../../../ui/drawn-changes.tsx";
import { LayoutChoice, type useDiffLayout } from "../../../ui/layout-choice.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { FieldDiff } from "../../../ui/field-diff.tsx";
import { editableJson, jsonText } from "../../../ui/diff/json.ts";
import { JsonView } from "../../../ui/json-view.tsx";
import { LongText } from "../../../ui/long-text.tsx";

interface PreviewProps {
  of: { digest: string; preview: Preview; current: Json | null; proposed: Json | null };
}

/** The tool's preview besides title and summary; nothing if there is none. Content is drawn as changes instead. */
export function PreviewView({ of }: PreviewProps) {
  const preview = previewOf(of);
  if (!preview) return null;
  return (
    <Section title={partNames().preview}>
      <DrawnPart name={partNames().preview} of={of.digest}>
        <DrawnPreview preview={preview} />
      </DrawnPart>
    </Section>
  );
}

interface ChangesProps {
  action: Action;
  layout: ReturnType<typeof useDiffLayout>;
}

/** The target at proposal time beside its proposed state. */
export function Changes({ action, layout }: ChangesProps) {
  const { current, proposed } = action;
  if (!hasChanges(action)) return null;
  return (
    <Section title={partNames().changes} tools={<LayoutChoice {...layout} />}>
      {current === null && <Notice tone="info">{strings.changes.makesNew}</Notice>}
      {proposed === null && <Notice tone="caution">{strings.changes.removes}</Notice>}
      <div style={{ marginTop: current === null || proposed === null ? 10 : 0 }}>
        <DrawnPart name={partNames().changes} of={action.digest}>
          <DrawnChanges of={action} layout={layout.layout} />
        </DrawnPart>
      </div>
    </Section>
  );
}

/** Diff from the input that the agent proposed to the input that a person edited and approved. */
export function Edits({ action, layout }: ChangesProps) {
  if (action.userEdits === null) return null;
  return (
    <Section title={strings.edits.title}>
      <DrawnPart name={partNames().edits} of={action.digest}>
        <FieldDiff
          before={action.toolInput}
          after={action.effectiveInput}
          layout={layout.layout}
          wholeName={strings.edits.input}
        />
      </DrawnPart>
    </Section>
  );
}

interface InputProps {
  input: JsonObject;
  edited: boolean;
  digest: string;
}

/** The complete input, by key as readable text or as JSON. */
export function InputView({ input, edited, digest }: InputProps) {
  const [form, setForm] = useState("keys");
  const words = strings.input;
  return (
    <Section
      title={edited ? words.asEdited : partNames().input}
      tools={
        <Group gap="xs">
          <SegmentedControl
            size="xs"
            aria-label={words.form}
            value={form}
            onChange={setForm}
            data={[
              { value: "keys", label: words.byField },
              { value: "json", label: words.json },
            ]}
          />
          <CopyButton value={editableJson(input)}>
            {({ copied, copy }) => (
              <Button size="compact-xs" variant="default" onClick={copy}>
                {copied ? uiStrings.copied : words.copyJson}
              </Button>
            )}
          </CopyButton>
        </Group>
      }
    >
      <DrawnPart name={partNames().input} of={digest}>
        {form === "keys" ? <JsonView value={input} /> : <LongText code text={jsonText(input)} />}
      </DrawnPart>
    </Section>
  );
}
