import type { ConditionOperator, FieldTest } from "@countersign/protocol";
import { strings } from "../../../strings/condition.tsx";
import type { InputField } from "../../../ui/input-form/input-fields.ts";

const OF_NUMBERS = [">", ">=", "<", "<=", "==", "!="] as const;
const OPERATORS = {
  number: OF_NUMBERS,
  integer: OF_NUMBERS,
  text: ["==", "!=", "startsWith", "endsWith", "contains"],
  choice: ["==", "!="],
  boolean: ["==", "!="],
} as const satisfies Partial<Record<InputField["kind"], readonly ConditionOperator[]>>;

const ofKind = ({ kind }: InputField): readonly ConditionOperator[] => (kind === "json" ? [] : OPERATORS[kind]);

/** Fields of a tool that a form can compare: those with a simple value. */
export const comparableFields = (fields: readonly InputField[]): InputField[] => fields.filter(({ kind }) => kind !== "json");

export const operatorChoices = (field: InputField) =>
  ofKind(field).map((value) => ({ value, label: strings.operators[value] }));

/** A valid test of the field to begin with, of which few calls are true where it lets calls pass. */
export function firstTest(field: InputField, letsPass: boolean): FieldTest {
  const [first = "=="] = ofKind(field);
  const operator = letsPass && first === ">" ? "<=" : first;
  return { field: field.name, operator, value: firstValue(field) };
}

function firstValue({ kind, choices }: InputField): FieldTest["value"] {
  if (kind === "boolean") return true;
  if (kind === "choice") return choices[0] ?? "";
  return kind === "text" ? "" : 0;
}

/** Whether the form can show the test: its field is known, and compared as such a field can be. */
export function fits({ field: name, operator, value }: FieldTest, fields: readonly InputField[]): boolean {
  const field = fields.find((one) => one.name === name);
  if (!field || !ofKind(field).includes(operator)) return false;
  if (field.kind === "choice") return typeof value === "string" && field.choices.includes(value);
  // A field of one line drops line breaks.
  return typeof value === typeof firstValue(field) && !/[\r\n]/.test(String(value));
}
