import type { JsonObject } from "@countersign/protocol";
import { findReads, type ExpressionFacts } from "./approval-expression.ts";

/** A part of a call that an expression reads, such as `args.amount`, with its value as JSON. */
export interface ReadValue {
  name: string;
  value: string;
}

const MAX_VALUES = 20;
const MAX_CHARACTERS = 200;

/**
 * The parts of a call that an expression reads, each once, in its order. `proposed` is the input before a person's edits; where it
 * has another value, both are given, for a policy asks if it applies to either.
 */
export function valuesRead(expression: string, facts: ExpressionFacts, proposed?: JsonObject): ReadValue[] {
  return findReads(expression)
    .slice(0, MAX_VALUES)
    .map(({ name, path }) => {
      const now = toText(path, facts);
      const before = proposed === undefined ? now : toText(path, { ...facts, args: proposed });
      return { name, value: now === before ? now : `${now}, proposed as ${before}` };
    });
}

function toText(path: readonly (string | number)[], facts: ExpressionFacts): string {
  let value: unknown = facts;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return "not given";
    value = (value as Record<string | number, unknown>)[key];
  }
  if (value === undefined) return "not known";
  const text = JSON.stringify(value);
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}… (${text.length} characters)` : text;
}
