import { displayText, type Action, type JsonObject, type Tool } from "@countersign/protocol";
import { Button, Group, SegmentedControl, Stack, Text, Textarea } from "@mantine/core";
import { useEffect, useMemo, useRef } from "react";
import type { ApiError } from "../../../api/request.ts";
import { strings } from "../../../strings/action.tsx";
import { strings as uiStrings } from "../../../strings/ui.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { emptyField, WHOLE, type DraftField, type ReadDraft } from "../../../ui/input-form/edit-draft.ts";
import { editFaults } from "../../../ui/field-faults.ts";
import { EditField } from "../../../ui/input-form/edit-field.tsx";
import { readInputFields, type InputField } from "../../../ui/input-form/input-fields.ts";
import { LiveEdits } from "./live-edits.tsx";
import { FORMS, useEditDraft, type Form } from "./use-edit-draft.ts";

interface Props {
  action: Action;
  /** Null if the tool cannot be read; fields are then edited by their values alone, and the server validates the edits. */
  tool: Tool | null;
  isChecking: boolean;
  error: ApiError | null;
  /** `expected`: the resulting file that a person wrote; null if they edited the arguments. */
  onCheck: (userEdits: JsonObject, expected: string | null) => void;
  onClose: () => void;
}

const monospace = { input: { fontFamily: "var(--mantine-font-family-monospace)", fontSize: 13 } };

/** The resulting file, the input by field, or the input as one JSON text. Only changed keys are sent. */
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
  const locked = tool?.protectedKeys ?? NONE;
  const draft = useEditDraft(action, known, locked);
  const { form, result, fields, faults, setFaults } = draft;
  const names = form === "fields" ? fields.map(({ name }) => name) : [];
  const serverFaults = editFaults(error?.problem?.errors ?? [], names);
  const shown = faults ?? serverFaults;
  const check = (): void => {
    const read = draft.read();
    if (!read.ok) setFaults(read.faults);
    else if (Object.keys(read.userEdits).length === 0) setFaults(new Map([[WHOLE, strings.edit.nothingChanged]]));
    else {
      setFaults(null);
      onCheck(read.userEdits, draft.expected());
    }
  };

  return (
    <Stack gap="sm">
      <FormChoice draft={draft} />
      <div ref={box}>
        {form === "result" && <ResultInput text={draft.text} onChange={draft.setText} />}
        {form === "fields" && (
          <FieldInputs
            fields={fields}
            known={known}
            locked={locked}
            faults={shown}
            input={toolInput}
            onChange={draft.setFields}
          />
        )}
        {form === "json" && <JsonInput text={draft.whole} locked={locked} onChange={draft.setWhole} />}
      </div>
      {draft.noResult !== null && (
        <Text size="sm" c="dimmed">
          {words.noResult[draft.noResult]}
        </Text>
      )}
      {shown.has(WHOLE) && <Notice tone="error">{shown.get(WHOLE)}</Notice>}
      {error && faults === null && serverFaults.size === 0 && (
        <Notice tone="error" title={words.cannotBeUsed}>
          {error.message}
        </Notice>
      )}
      {form === "result" && result ? (
        <LiveEdits edits={{ before: result.shown, after: draft.text }} wholeName={words.resultingFile} />
      ) : (
        <LiveEdits edits={changedKeys(toolInput, draft.read())} wholeName={words.input} />
      )}
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

const NONE: readonly string[] = [];

/** Returns only the edited keys, so that a large input costs nothing while typing in a small field. */
function changedKeys(input: JsonObject, draft: ReadDraft): { before: JsonObject; after: JsonObject } | null {
  if (!draft.ok) return null;
  const { userEdits } = draft;
  const before = Object.fromEntries(Object.entries(input).filter(([name]) => Object.hasOwn(userEdits, name)));
  return { before, after: userEdits };
}

/** What the edits mean, and the choice of a form. */
function FormChoice({ draft: { form, result, switchTo } }: { draft: ReturnType<typeof useEditDraft> }) {
  const words = strings.edit;
  const labels: Record<Form, string> = result
    ? { result: words.result, fields: words.arguments, json: words.argumentsAsJson }
    : { result: words.result, fields: words.byField, json: words.json };
  return (
    <Group justify="space-between">
      <Text size="sm" c="dimmed">
        {form === "result" ? words.resultMeaning : words.meaning}
      </Text>
      <SegmentedControl
        size="xs"
        aria-label={words.howToEdit}
        value={form}
        onChange={(next) => switchTo(FORMS.find((one) => one === next) ?? "fields")}
        data={FORMS.filter((one) => one !== "result" || result).map((value) => ({ value, label: labels[value] }))}
      />
    </Group>
  );
}

function ResultInput({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  return (
    <Textarea
      label={strings.edit.resultingFile}
      autosize
      minRows={8}
      maxRows={24}
      spellCheck={false}
      styles={monospace}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
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
