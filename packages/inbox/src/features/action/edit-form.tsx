import { displayText, type Action, type JsonObject } from "@countersign/protocol";
import { Button, Group, SegmentedControl, Stack, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import type { ApiError } from "../../api/request.ts";
import { editableJson } from "../../ui/diff/json-text.ts";
import { Notice } from "../../ui/notice.tsx";
import { makeDraft, readDraft, readJsonDraft, WHOLE } from "./edit-draft.ts";
import { editFaults } from "./edit-faults.ts";

interface Props {
  action: Action;
  isChecking: boolean;
  error: ApiError | null;
  onCheck: (userEdits: JsonObject) => void;
  onClose: () => void;
}

const monospace = { input: { fontFamily: "var(--mantine-font-family-monospace)", fontSize: 13 } };

/** The input by field, or whole as JSON. Only keys that were changed are sent. */
export function EditForm({ action, isChecking, error, onCheck, onClose }: Props) {
  const { toolInput } = action;
  const [form, setForm] = useState<"fields" | "json">("fields");
  const [fields, setFields] = useState(() => makeDraft(toolInput));
  const [whole, setWhole] = useState("");
  const [faults, setFaults] = useState<ReadonlyMap<string, string> | null>(null);
  const read = () => (form === "fields" ? readDraft(fields, toolInput) : readJsonDraft(whole, toolInput));
  const serverFaults = editFaults(error?.problem?.errors ?? [], form === "fields" ? Object.keys(toolInput) : []);
  const shown = faults ?? serverFaults;

  const switchTo = (next: "fields" | "json"): void => {
    const draft = read();
    if (!draft.ok) return setFaults(draft.faults);
    const edited = { ...toolInput, ...draft.userEdits };
    setFaults(new Map());
    if (next === "json") setWhole(editableJson(edited));
    else setFields(makeDraft(edited));
    setForm(next);
  };
  const check = (): void => {
    const draft = read();
    if (!draft.ok) setFaults(draft.faults);
    else if (Object.keys(draft.userEdits).length === 0) setFaults(new Map([[WHOLE, "Nothing is changed yet."]]));
    else {
      setFaults(null);
      onCheck(draft.userEdits);
    }
  };

  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          Your edits replace the agent's values. You see the result before anything runs.
        </Text>
        <SegmentedControl
          size="xs"
          aria-label="How to edit"
          value={form}
          onChange={(next) => switchTo(next === "json" ? "json" : "fields")}
          data={[
            { value: "fields", label: "By field" },
            { value: "json", label: "JSON" },
          ]}
        />
      </Group>
      {form === "fields" ? (
        fields.map((field, index) => (
          <Textarea
            key={index}
            label={displayText(field.name, { newlines: "mark" })}
            description={field.form === "json" ? "As JSON" : undefined}
            autosize
            minRows={1}
            maxRows={18}
            spellCheck={field.form === "text"}
            styles={monospace}
            error={shown.get(field.name)}
            value={field.text}
            onChange={(event) => {
              const text = event.currentTarget.value;
              setFields(fields.map((one, at) => (at === index ? { ...one, text } : one)));
            }}
          />
        ))
      ) : (
        <Textarea
          label="Input as JSON"
          autosize
          minRows={8}
          maxRows={26}
          spellCheck={false}
          styles={monospace}
          value={whole}
          onChange={(event) => setWhole(event.currentTarget.value)}
        />
      )}
      {shown.has(WHOLE) && <Notice tone="error">{shown.get(WHOLE)}</Notice>}
      {error && faults === null && serverFaults.size === 0 && (
        <Notice tone="error" title="These edits cannot be used">
          {error.message}
        </Notice>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={isChecking} onClick={check}>
          Check and show the result
        </Button>
      </Group>
    </Stack>
  );
}
