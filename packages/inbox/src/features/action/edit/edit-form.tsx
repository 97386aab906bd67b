import { displayText, type Action, type JsonObject, type Tool } from "@countersign/protocol";
import { Button, Group, SegmentedControl, Stack, Text, Textarea } from "@mantine/core";
import { useEffect, useMemo, useRef, useState } from "react";
import type { ApiError } from "../../../api/request.ts";
import { strings } from "../../../strings/action.tsx";
import { strings as uiStrings } from "../../../strings/ui.tsx";
import { editableJson } from "../../../ui/diff/json.ts";
import { Notice } from "../../../ui/notice.tsx";
import { emptyField, makeDraft, readDraft, readJsonDraft, WHOLE, type DraftField } from "../../../ui/input-form/edit-draft.ts";
import { editFaults } from "../../../ui/field-faults.ts";
import { EditField } from "../../../ui/input-form/edit-field.tsx";
import { readInputFields, type InputField } from "../../../ui/input-form/input-fields.ts";
import { LiveEdits } from "./live-edits.tsx";

interface Props {
  action: Action;
  /** Null if the tool cannot be read; fields are then edited by their values alone, and the server validates the edits. */
  tool: Tool | null;
  isChecking: boolean;
  error: ApiError | null;
  onCheck: (userEdits: JsonObject) => void;
  onClose: () => void;
}

const monospace = { input: { fontFamily: "var(--mantine-font-family-monospace)", fontSize: 13 } };

/** The input by field, or as one JSON text. Only changed keys are sent. */
export function EditForm({ action, tool, isChecking, error, onCheck, onClose }: Props) {
  const { toolInput } = action;
  const words = strings.edit;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const first = box.current?.querySelector<HTMLElement>(EDITABLE);
    // The dialog's focus trap looks for the attribute, if it is not done yet.
    first?.setAttribute("data-autofocus", "");
    first?.focus();
  }, []);
  const known = useMemo(() => (tool ? readInputFields(tool.inputSchema) : []), [tool]);
  const locked = tool?.protectedKeys ?? [];
  const [form, setForm] = useState<"fields" | "json">("fields");
  const [fields, setFields] = useState(() => makeDraft(action.effectiveInput, known));
  const [whole, setWhole] = useState("");
  const [faults, setFaults] = useState<ReadonlyMap<string, string> | null>(null);
  const draft = form === "fields" ? readDraft(fields, toolInput) : readJsonDraft(whole, toolInput);
  const names = form === "fields" ? fields.map(({ name }) => name) : [];
  const serverFaults = editFaults(error?.problem?.errors ?? [], names);
  const shown = faults ?? serverFaults;

  const switchTo = (next: "fields" | "json"): void => {
    if (!draft.ok) return setFaults(draft.faults);
    const edited = { ...toolInput, ...draft.userEdits };
    setFaults(new Map());
    if (next === "json") setWhole(editableJson(edited));
    else setFields(makeDraft(edited, known));
    setForm(next);
  };
  const check = (): void => {
    if (!draft.ok) setFaults(draft.faults);
    else if (Object.keys(draft.userEdits).length === 0) setFaults(new Map([[WHOLE, strings.edit.nothingChanged]]));
    else {
      setFaults(null);
      onCheck(draft.userEdits);
    }
  };

  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {words.meaning}
        </Text>
        <SegmentedControl
          size="xs"
          aria-label={words.howToEdit}
          value={form}
          onChange={(next) => switchTo(next === "json" ? "json" : "fields")}
          data={[
            { value: "fields", label: words.byField },
            { value: "json", label: words.json },
          ]}
        />
      </Group>
      <div ref={box}>
        {form === "fields" ? (
          <FieldInputs fields={fields} known={known} locked={locked} faults={shown} input={toolInput} onChange={setFields} />
        ) : (
          <JsonInput text={whole} locked={locked} onChange={setWhole} />
        )}
      </div>
      {shown.has(WHOLE) && <Notice tone="error">{shown.get(WHOLE)}</Notice>}
      {error && faults === null && serverFaults.size === 0 && (
        <Notice tone="error" title={words.cannotBeUsed}>
          {error.message}
        </Notice>
      )}
      <LiveEdits input={toolInput} draft={draft} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {uiStrings.cancel}
        </Button>
        <Button loading={isChecking} onClick={check}>
          {words.previewResult}
        </Button>
      </Group>
    </Stack>
  );
}

const EDITABLE = ":is(textarea, select, input):not([readonly], [disabled], [type=hidden])";

interface FieldInputsProps {
  fields: readonly DraftField[];
  known: readonly InputField[];
  locked: readonly string[];
  faults: ReadonlyMap<string, string>;
  input: JsonObject;
  onChange: (fields: DraftField[]) => void;
}

function FieldInputs({ fields, known, locked, faults, input, onChange }: FieldInputsProps) {
  const addable = known.filter(({ name }) => !locked.includes(name) && fields.every((field) => field.name !== name));
  return (
    <Stack gap="sm">
      {fields.map((field, index) => (
        <EditField
          key={field.name}
          field={field}
          described={known.find(({ name }) => name === field.name)}
          isProtected={locked.includes(field.name)}
          fault={faults.get(field.name)}
          onChange={(text) => onChange(fields.map((one, at) => (at === index ? { ...one, text } : one)))}
          onLeaveOut={Object.hasOwn(input, field.name) ? null : () => onChange(fields.filter((_field, at) => at !== index))}
        />
      ))}
      {addable.length > 0 && (
        <Group gap="xs" role="group" aria-label={strings.edit.leftOutFields}>
          <Text size="sm" c="dimmed">
            {strings.edit.leftOut}
          </Text>
          {addable.map((field) => (
            <Button
              key={field.name}
              size="compact-xs"
              variant="default"
              onClick={() => onChange([...fields, emptyField(field)])}
            >
              {strings.edit.add(displayText(field.name, { newlines: "mark" }))}
            </Button>
          ))}
        </Group>
      )}
    </Stack>
  );
}

function JsonInput({ text, locked, onChange }: { text: string; locked: readonly string[]; onChange: (text: string) => void }) {
  return (
    <Textarea
      label={strings.edit.asJson}
      description={
        locked.length > 0
          ? strings.edit.protectedFields(locked.map((name) => displayText(name, { newlines: "mark" })))
          : undefined
      }
      autosize
      minRows={8}
      maxRows={26}
      spellCheck={false}
      styles={monospace}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
