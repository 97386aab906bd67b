import { readCondition, readExpressionFault, writeCondition, type Condition, type JsonObject } from "@countersign/protocol";
import { Button, Group, Text, Textarea } from "@mantine/core";
import { useMemo, useRef, useState, type ReactNode } from "react";
import { readInputFields } from "../../../ui/input-form/input-fields.ts";
import { monospace } from "../../../ui/monospace.ts";
import { strings } from "../../../strings/condition.tsx";
import { comparableFields, fits } from "./operators.ts";
import { FaultyPart } from "./faulty-part.tsx";
import { Tests } from "./tests.tsx";
import type { DraftTest } from "./test-row.tsx";

interface Props {
  label: string;
  /** What the expression may use, and what happens if it cannot be evaluated. */
  description: ReactNode;
  /** Schema of the tool's input; undefined while no tool is chosen. */
  inputSchema: JsonObject | undefined;
  value: string;
  error: string | undefined;
  minRows?: number;
  /** Whether calls of which it is true need nobody; a new test then is true of few. */
  letsPass?: boolean;
  onChange: (expression: string) => void;
}

interface Draft extends Pick<Condition, "join"> {
  tests: readonly DraftTest[];
  /** CEL expression written from `join` and `tests`. */
  expression: string;
}

/**
 * A condition as field, comparison and value over the tool's own input, and as the expression that this writes. The expression is
 * what is stored and can always be edited; the form shows it as long as it can.
 */
export function ConditionField(props: Props) {
  const { label, description, inputSchema, value, error, minRows = 2, letsPass = false, onChange } = props;
  const fields = useMemo(() => comparableFields(inputSchema ? readInputFields(inputSchema) : []), [inputSchema]);
  const [draft, setDraft] = useState<Draft | null>(null);
  const [isWriting, setIsWriting] = useState(false);
  // The range of a fault is one of the expression that was sent.
  const [faulty, setFaulty] = useState({ error, value });
  if (error !== faulty.error) setFaulty({ error, value });
  const fault = error !== undefined && faulty.value === value ? readExpressionFault(error) : undefined;
  const written = useRef<HTMLTextAreaElement>(null);
  const read = useMemo(() => readCondition(value), [value]);
  const fitting = read?.tests.every((test) => fits(test, fields)) ? { ...read, expression: value } : null;
  // What is half typed into a value is in the draft only.
  const isOwn = draft?.expression === value && draft.tests.every((test) => test.value === null || fits(test, fields));
  const shown = isOwn ? draft : fitting;
  if (shown && shown !== draft && shown.expression !== draft?.expression) setDraft(shown);
  // While the expression is being written, the form stays in its place, so that the field does not move.
  const kept = shown ?? (isWriting ? draft : null);
  const change = (next: Pick<Draft, "join" | "tests">): void => {
    const expression = writeCondition(next);
    setDraft({ ...next, expression });
    onChange(expression);
  };
  return (
    <div role="group" aria-label={label}>
      <Text size="sm" fw={500} mb={4}>
        {label}
      </Text>
      {fields.length > 0 && kept && (
        <Tests {...kept} fields={fields} letsPass={letsPass} isDisabled={shown === null} onChange={change} />
      )}
      {fields.length > 0 && !kept && (
        <Group gap="xs" mb={6}>
          <Text size="xs">{strings.cannotShow}</Text>
          <Button type="button" size="compact-xs" variant="default" onClick={() => onChange("")}>
            {strings.clear}
          </Button>
        </Group>
      )}
      <Textarea
        label={strings.expression}
        description={description}
        autosize
        minRows={minRows}
        maxRows={8}
        maxLength={2000}
        spellCheck={false}
        styles={monospace}
        ref={written}
        error={fault?.message ?? error}
        value={value}
        onFocus={() => setIsWriting(shown !== null)}
        onBlur={() => setIsWriting(false)}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {fault && <FaultyPart expression={value} fault={fault} field={written} />}
    </div>
  );
}
