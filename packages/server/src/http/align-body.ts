import { jsonPointer, isJsonObject, type Json, type JsonObject } from "@countersign/protocol";
import { z } from "zod";
import type { InputFault } from "../ports/checks.ts";

const SNAKE = /^[a-z]+(?:_[a-z]+)+$/;
const toCamel = (key: string) => key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const unwrap = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? unwrap(schema.unwrap()) : schema;

/**
 * Renames snake_case keys to the schema's names and reports unknown keys as faults. Descends only where the schema names keys,
 * so a tool's input and a person's edits of it pass unchanged and uncopied.
 */
export function alignBody(
  schema: z.core.$ZodType,
  value: Json,
  path = "",
  faults: InputFault[] = [],
): { value: Json; faults: InputFault[] } {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    return {
      value: value.map((item, index) => alignBody(inner.element, item, path + jsonPointer([index]), faults).value),
      faults,
    };
  }
  if (!(inner instanceof z.ZodObject) || !isJsonObject(value)) return { value, faults };
  const aligned: JsonObject = {};
  for (const [sent, part] of Object.entries(value)) {
    const known = Object.hasOwn(inner.shape, sent) ? sent : SNAKE.test(sent) ? toCamel(sent) : sent;
    if (!Object.hasOwn(inner.shape, known)) {
      if (inner.def.catchall === undefined) faults.push({ path: path + jsonPointer([sent]), message: "is not a known key" });
      // `defineProperty`, because a key named `__proto__` is data and assigning it would set the prototype.
      else Object.defineProperty(aligned, sent, { value: part, enumerable: true, writable: true, configurable: true });
    } else if (Object.hasOwn(aligned, known)) {
      faults.push({ path: path + jsonPointer([sent]), message: `is given twice, also as \`${known}\`` });
    } else {
      aligned[known] = alignBody(inner.shape[known] as z.core.$ZodType, part, path + jsonPointer([sent]), faults).value;
    }
  }
  return { value: aligned, faults };
}
