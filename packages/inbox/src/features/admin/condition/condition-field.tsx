import { readCondition, writeCondition, type Condition, type FieldTest, type JsonObject } from "@countersign/protocol";
import { Button, Group, NativeSelect, Stack, Text, Textarea } from "@mantine/core";
import { useMemo, useState, type ReactNode } from "react";
import { readInputFields, type InputField } from "../../../ui/input-form/input-fields.ts";
import { comparableFields, firstTest, fits } from "./operators.ts";
import { TestRow } from "./test-row.tsx";

interface Props {
  label: string;
  /** What the expression may use, and what happens if it cannot be evaluated. */
  description: ReactNode;
  /** Schema of the tool's input; undefined while no tool is chosen. */
  inputSchema: JsonObject | undefined;
  value: string;
  error: string | undefined;
  minRows?: number;
  onChange: (expression: string) => void;
}

/**
 * A condition as field, operator and value over the tool's own input, and as the expression that this writes. The expression is
 * what is stored and can always be edited; the form shows it again as long as it says nothing that the form cannot.
 */
export function ConditionField({ label, description, inputSchema, value, error, minRows = 2, onChange }: Props) {
  const fields = useMemo(() => comparableFields(inputSchema ? readInputFields(inputSchema) : []), [inputSchema]);
  const read = readCondition(value);
  const condition = read?.tests.every((test) => fits(test, fields)) ? read : undefined;
  return (
    <div role="group" aria-label={label}>
      <Text size="sm" fw={500} mb={4}>
        {label}
      </Text>
      {fields.length > 0 && condition && (
        <Tests condition={condition} fields={fields} onChange={(next) => onChange(writeCondition(next))} />
      )}
      {fields.length > 0 && !condition && (
        <Text size="xs" mb={6}>
          This expression says more than fields and values can. Clear it to choose them here.
        </Text>
      )}
      <Textarea
        label="Expression"
        description={description}
        autosize
        minRows={minRows}
        maxRows={8}
        maxLength={2000}
        spellCheck={false}
        styles={MONOSPACE}
        error={error}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </div>
  );
}

const MONOSPACE = { input: { fontFamily: "var(--mantine-font-family-monospace)", fontSize: 13 } };

interface TestsProps {
  condition: Condition;
  fields: readonly InputField[];
  onChange: (condition: Condition) => void;
}

function Tests({ condition: { join, tests }, fields, onChange }: TestsProps) {
  const [added, setAdded] = useState<number | null>(null);
  const setTests = (next: readonly FieldTest[]): void => onChange({ join: next.length > 1 ? join : "all", tests: next });
  return (
    <Stack gap={6} mb={8}>
      {tests.length > 1 && (
        <NativeSelect
          size="xs"
          maw={220}
          aria-label="How the conditions combine"
          value={join}
          data={[
            { value: "all", label: "All of these hold" },
            { value: "any", label: "Any of these holds" },
          ]}
          onChange={({ currentTarget }) => onChange({ join: currentTarget.value === "any" ? "any" : "all", tests })}
        />
      )}
      {tests.map((test, at) => (
        <TestRow
          // The position is a test's only identity while its parts are chosen.
          // oxlint-disable-next-line react/no-array-index-key
          key={at}
          number={at + 1}
          test={test}
          fields={fields}
          hasFocus={at === added}
          onChange={(next) => setTests(tests.map((one, n) => (n === at ? next : one)))}
          onRemove={() => setTests(tests.filter((_, n) => n !== at))}
        />
      ))}
      <Group>
        <Button
          type="button"
          size="compact-sm"
          variant="default"
          onClick={() => {
            setAdded(tests.length);
            setTests([...tests, firstTest(fields.find(({ kind }) => kind === "number" || kind === "integer") ?? fields[0]!)]);
          }}
        >
          Add condition
        </Button>
      </Group>
    </Stack>
  );
}
