import { displayText } from "@countersign/protocol";
import { Button, Group, SegmentedControl, Stack, Text, Textarea } from "@mantine/core";
import { emptyField } from "../../../ui/input-form/edit-draft.ts";
import { EditField } from "../../../ui/input-form/edit-field.tsx";
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
  return (
    <Stack gap="sm" role="group" aria-label="Input">
      <Group justify="space-between">
        <Text size="sm" fw={600}>
          Input
        </Text>
        <SegmentedControl
          size="xs"
          aria-label="How to fill it in"
          value={form}
          onChange={(next) => input.switchTo(next === "json" ? "json" : "fields")}
          data={[
            { value: "fields", label: "By field" },
            { value: "json", label: "JSON" },
          ]}
        />
      </Group>
      {form === "json" ? (
        <Textarea
          label="Input as JSON"
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
              Its schema names no field; write the input as JSON if it takes one.
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
          {addable.length > 0 && (
            <Group gap="xs" role="group" aria-label="Fields that may be left out">
              <Text size="sm" c="dimmed">
                May be left out:
              </Text>
              {addable.map((field) => (
                <Button
                  key={field.name}
                  size="compact-xs"
                  variant="default"
                  onClick={() => setFields([...fields, emptyField(field)])}
                >
                  Add {displayText(field.name, { newlines: "mark" })}
                </Button>
              ))}
            </Group>
          )}
        </>
      )}
    </Stack>
  );
}
