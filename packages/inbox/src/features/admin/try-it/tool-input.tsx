import { displayText } from "@countersign/protocol";
import { Button, Group, SegmentedControl, Stack, Text, Textarea } from "@mantine/core";
import { emptyField } from "../../../ui/input-form/edit-draft.ts";
import { EditField } from "../../../ui/input-form/edit-field.tsx";
import { strings } from "../../../strings/try-it.tsx";
import type { ToolInputState } from "./use-tool-input.ts";

const monospace = { input: { fontFamily: "var(--mantine-font-family-monospace)", fontSize: 13 } };

interface Props {
  input: ToolInputState;
  faults: ReadonlyMap<string, string>;
  /** Called on each edit, because an answer about the earlier input no longer holds. */
  onEdit: () => void;
}

/** Edits the tool's input, by field according to its schema or as JSON. */
export function ToolInput({ input, faults, onEdit }: Props) {
  const { form, fields, known, addable, whole } = input;
  const setFields = (next: typeof fields): void => {
    input.setFields(next);
    onEdit();
  };
  const words = strings.input;
  return (
    <Stack gap="sm" role="group" aria-label={words.label}>
      <Group justify="space-between">
        <Text size="sm" fw={600}>
          {words.label}
        </Text>
        <SegmentedControl
          size="xs"
          aria-label={words.form}
          value={form}
          onChange={(next) => input.switchTo(next === "json" ? "json" : "fields")}
          data={[
            { value: "fields", label: words.byField },
            { value: "json", label: words.json },
          ]}
        />
      </Group>
      {form === "json" ? (
        <Textarea
          label={words.asJson}
          autosize
          minRows={8}
          maxRows={26}
          spellCheck={false}
          styles={monospace}
          value={whole}
          onChange={({ currentTarget }) => {
            input.setWhole(currentTarget.value);
            onEdit();
          }}
        />
      ) : (
        <>
          {known.length === 0 && (
            <Text size="sm" c="dimmed">
              {words.noFields}
            </Text>
          )}
          {fields.map((field, index) => {
            const described = known.find(({ name }) => name === field.name);
            return (
              <EditField
                key={field.name}
                field={field}
                described={described}
                isProtected={false}
                fault={faults.get(field.name)}
                onChange={(text) => setFields(fields.map((one, at) => (at === index ? { ...one, text } : one)))}
                onLeaveOut={described?.isRequired ? null : () => setFields(fields.filter((_one, at) => at !== index))}
              />
            );
          })}
          <OptionalFields fields={addable} onAdd={(field) => setFields([...fields, emptyField(field)])} />
        </>
      )}
    </Stack>
  );
}

interface OptionalProps {
  fields: ToolInputState["addable"];
  onAdd: (field: ToolInputState["addable"][number]) => void;
}

/** Buttons for the fields that may be added to the input. */
function OptionalFields({ fields, onAdd }: OptionalProps) {
  const words = strings.input;
  if (fields.length === 0) return null;
  return (
    <Group gap="xs" role="group" aria-label={words.optionalFields}>
      <Text size="sm" c="dimmed">
        {words.optional}
      </Text>
      {fields.map((field) => (
        <Button key={field.name} size="compact-xs" variant="default" onClick={() => onAdd(field)}>
          {words.add(displayText(field.name, { newlines: "mark" }))}
        </Button>
      ))}
    </Group>
  );
}
