import { displayText, type ConditionOperator, type FieldTest } from "@countersign/protocol";
import { CloseButton, NativeSelect, TextInput } from "@mantine/core";
import type { InputField } from "../../../ui/input-form/input-fields.ts";
import { strings } from "../../../strings/condition.tsx";
import { firstTest, operatorChoices } from "./operators.ts";
import classes from "./condition.module.css";

/** A test while it is chosen. */
export interface DraftTest extends FieldTest {
  /** What is typed for a number, if it is not just the value; `value` is null while it is no number. */
  typed?: string;
}

interface Props {
  number: number;
  test: DraftTest;
  fields: readonly InputField[];
  letsPass: boolean;
  onChange: (test: DraftTest) => void;
  onRemove: () => void;
}

/** One row of a condition: a field of the tool's input, a comparison, and a value. */
export function TestRow({ number, test, fields, letsPass, onChange, onRemove }: Props) {
  const field = fields.find(({ name }) => name === test.field);
  if (!field) return null;
  return (
    <div className={classes.row} role="group" aria-label={strings.condition(number)}>
      <NativeSelect
        size="xs"
        aria-label={strings.field(number)}
        value={test.field}
        data={fields.map(({ name }) => ({ value: name, label: displayText(name, { newlines: "mark" }) }))}
        onChange={({ currentTarget }) => {
          const next = fields.find(({ name }) => name === currentTarget.value);
          if (next) onChange(sameValueIn(next, test, letsPass));
        }}
      />
      <NativeSelect
        size="xs"
        aria-label={strings.comparison(number)}
        value={test.operator}
        data={operatorChoices(field)}
        onChange={({ currentTarget }) => onChange({ ...test, operator: currentTarget.value as ConditionOperator })}
      />
      <ValueInput number={number} field={field} test={test} onChange={onChange} />
      <CloseButton
        size="sm"
        aria-label={strings.remove(number)}
        // A held key removes one only.
        onKeyDown={(event) => event.repeat && event.preventDefault()}
        onClick={onRemove}
      />
    </div>
  );
}

/** The test of another field, with operator and value as far as it has them. */
function sameValueIn(field: InputField, { operator, value, typed }: DraftTest, letsPass: boolean): DraftTest {
  const first = firstTest(field, letsPass);
  const isSameKind = typeof value === typeof first.value && field.kind !== "choice";
  const hasOperator = operatorChoices(field).some((choice) => choice.value === operator);
  return {
    ...first,
    ...(isSameKind && { value, ...(typed !== undefined && { typed }) }),
    ...(hasOperator && { operator }),
  };
}

interface ValueProps {
  number: number;
  field: InputField;
  test: DraftTest;
  onChange: (test: DraftTest) => void;
}

function ValueInput({ number, field: { kind, choices }, test, onChange }: ValueProps) {
  const { field, operator, value, typed } = test;
  const same = { "aria-label": strings.value(number), "data-value-of": number, size: "xs" } as const;
  const set = (next: FieldTest["value"]): void => onChange({ field, operator, value: next });
  if (kind === "boolean" || kind === "choice") {
    const options = kind === "boolean" ? ["true", "false"] : choices;
    return (
      <NativeSelect
        {...same}
        value={String(value)}
        data={options.map((one) => ({ value: one, label: displayText(one, { newlines: "mark" }) }))}
        onChange={({ currentTarget: { value: next } }) => set(kind === "boolean" ? next === "true" : next)}
      />
    );
  }
  if (kind === "text")
    return <TextInput {...same} value={String(value)} onChange={({ currentTarget }) => set(currentTarget.value)} />;
  return (
    <TextInput
      {...same}
      inputMode="decimal"
      error={value === null ? strings.notNumber : undefined}
      value={typed ?? String(value)}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onChange={({ currentTarget: { value: text } }) => onChange({ field, operator, value: toNumber(text), typed: text })}
    />
  );
}

/** Null for what is no number, or has a comma, which is a point to some and nothing to others. */
function toNumber(text: string): number | null {
  const trimmed = text.trim();
  if (!/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(trimmed)) return null;
  const number = Number(trimmed);
  return Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number)) ? number : null;
}
