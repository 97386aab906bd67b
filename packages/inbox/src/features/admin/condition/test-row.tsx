import { displayText, type ConditionOperator, type FieldTest } from "@countersign/protocol";
import { CloseButton, NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import type { InputField } from "../../../ui/input-form/input-fields.ts";
import { firstTest, operatorChoices } from "./operators.ts";
import classes from "./condition.module.css";

interface Props {
  number: number;
  test: FieldTest;
  fields: readonly InputField[];
  /** Whether the row was just added, and its value is to be typed. */
  hasFocus: boolean;
  onChange: (test: FieldTest) => void;
  onRemove: () => void;
}

/** One comparison: a field of the tool's input, an operator, a value. */
export function TestRow({ number, test, fields, hasFocus, onChange, onRemove }: Props) {
  const field = fields.find(({ name }) => name === test.field);
  if (!field) return null;
  const said = `condition ${number}`;
  return (
    <div className={classes.row} role="group" aria-label={`Condition ${number}`}>
      <NativeSelect
        size="xs"
        aria-label={`Field of ${said}`}
        value={test.field}
        data={fields.map(({ name }) => ({ value: name, label: displayText(name, { newlines: "mark" }) }))}
        onChange={({ currentTarget }) => {
          const next = fields.find(({ name }) => name === currentTarget.value);
          if (next) onChange(sameValueIn(next, test));
        }}
      />
      <NativeSelect
        size="xs"
        aria-label={`Comparison of ${said}`}
        value={test.operator}
        data={operatorChoices(field)}
        onChange={({ currentTarget }) => onChange({ ...test, operator: currentTarget.value as ConditionOperator })}
      />
      <ValueInput
        key={field.name}
        label={`Value of ${said}`}
        field={field}
        value={test.value}
        hasFocus={hasFocus}
        onChange={(value) => onChange({ ...test, value })}
      />
      <CloseButton size="sm" aria-label={`Remove ${said}`} onClick={onRemove} />
    </div>
  );
}

/** The test of another field, with operator and value as far as it has them. */
function sameValueIn(field: InputField, { operator, value }: FieldTest): FieldTest {
  const first = firstTest(field);
  const isSameKind = typeof value === typeof first.value && field.kind !== "choice";
  const hasOperator = operatorChoices(field).some((choice) => choice.value === operator);
  return { ...first, ...(isSameKind && { value }), ...(hasOperator && { operator }) };
}

interface ValueProps {
  label: string;
  field: InputField;
  value: FieldTest["value"];
  hasFocus: boolean;
  onChange: (value: FieldTest["value"]) => void;
}

function ValueInput({ label, field: { kind, choices }, value, hasFocus, onChange }: ValueProps) {
  if (kind === "boolean" || kind === "choice") {
    const options = kind === "boolean" ? ["true", "false"] : choices;
    return (
      <NativeSelect
        size="xs"
        aria-label={label}
        value={String(value)}
        data={options.map((one) => ({ value: one, label: displayText(one, { newlines: "mark" }) }))}
        onChange={({ currentTarget: { value: next } }) => onChange(kind === "boolean" ? next === "true" : next)}
      />
    );
  }
  if (kind === "text") {
    return (
      <TextInput
        size="xs"
        aria-label={label}
        autoFocus={hasFocus}
        value={String(value)}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  }
  return <NumberText label={label} value={Number(value)} hasFocus={hasFocus} onChange={onChange} />;
}

interface NumberProps {
  label: string;
  value: number;
  hasFocus: boolean;
  onChange: (value: number) => void;
}

/** Keeps what is typed until it is a number, such as a minus sign or nothing. */
function NumberText({ label, value, hasFocus, onChange }: NumberProps) {
  const [typed, setTyped] = useState(String(value));
  const given = toNumber(typed);
  return (
    <TextInput
      size="xs"
      aria-label={label}
      inputMode="decimal"
      autoFocus={hasFocus}
      onFocus={({ currentTarget }) => currentTarget.select()}
      error={given === undefined ? "A number, such as 100 or 0.5" : undefined}
      value={given === undefined || given === value ? typed : String(value)}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        const next = toNumber(currentTarget.value);
        if (next !== undefined) onChange(next);
      }}
    />
  );
}

function toNumber(text: string): number | undefined {
  const trimmed = text.trim().replace(",", ".");
  return /^-?\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : undefined;
}
