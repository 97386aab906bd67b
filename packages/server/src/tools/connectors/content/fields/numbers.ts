import { isJsonObject, type ContentField, type Json } from "@countersign/protocol";
import { fault, given, type Fault, type FieldAdapter } from "./field-adapter.ts";

function checkRange(value: number, { minimum, maximum }: ContentField): Fault[] {
  if (minimum !== undefined && value < minimum) return fault(`must be at least ${minimum}, is ${value}`);
  if (maximum !== undefined && value > maximum) return fault(`must be at most ${maximum}, is ${value}`);
  return [];
}

/** Tolerates the error of the division, since 0.3 is a multiple of 0.1. */
function isMultiple(value: number, step: number): boolean {
  const times = value / step;
  return Math.abs(times - Math.round(times)) <= 1e-9 * Math.max(1, Math.abs(times));
}

const range = ({ minimum, maximum, multipleOf }: ContentField) => ({ minimum, maximum, multipleOf });

export const number: FieldAdapter = {
  schema: (field) => given({ type: "number", ...range(field) }),
  check(value, field) {
    if (typeof value !== "number" || !Number.isFinite(value)) return fault("must be a number");
    const { multipleOf: step } = field;
    if (step !== undefined && !isMultiple(value, step)) return fault(`must be a multiple of ${step}, is ${value}`);
    return checkRange(value, field);
  },
};

const AMOUNT = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,4})?$/;

/** An amount is text, because the next reader would round a number. */
export const money: FieldAdapter = {
  schema: (field) => ({
    type: "object",
    properties: {
      amount: { type: "string", pattern: AMOUNT.source, description: "Such as 12.50" },
      currency: given({ type: "string", pattern: "^[A-Z]{3}$", enum: field.currencies }),
    },
    required: ["amount", "currency"],
    additionalProperties: false,
  }),
  check(value, field) {
    if (!isMoney(value)) return fault('must be an amount and a currency: {"amount": "12.50", "currency": "EUR"}');
    const { amount, currency } = value;
    if (!AMOUNT.test(amount)) return fault("must be a decimal number as text, such as 12.50", "/amount");
    if (!/^[A-Z]{3}$/.test(currency)) return fault("must be a currency of three capital letters", "/currency");
    if (field.currencies && !field.currencies.includes(currency)) {
      return fault(`must be one of ${field.currencies.join(", ")}`, "/currency");
    }
    return checkRange(Number(amount), field).map(({ message }) => ({ path: "/amount", message }));
  },
};

const isMoney = (value: Json): value is { amount: string; currency: string } =>
  isJsonObject(value) &&
  Object.keys(value).length === 2 &&
  typeof value["amount"] === "string" &&
  typeof value["currency"] === "string";

export const boolean: FieldAdapter = {
  schema: () => ({ type: "boolean" }),
  check: (value) => (typeof value === "boolean" ? [] : fault("must be true or false")),
};

export const date: FieldAdapter = {
  schema: () => ({ type: "string", format: "date", description: "Such as 2026-01-31" }),
  check: (value) => (typeof value === "string" && isDate(value) ? [] : fault("must be a day such as 2026-01-31")),
};

function isDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const read = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(value);
}
