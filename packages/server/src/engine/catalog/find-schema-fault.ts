import type { JsonObject } from "@countersign/protocol";
import { findEndlessReference } from "../../core/endless-reference.ts";
import { compileSchema } from "../checks/validate-input.ts";

/** Returns why a schema cannot be used; undefined if it can. */
export function findSchemaFault(schema: JsonObject): string | undefined {
  if (schema["type"] !== "object") return 'must have `"type": "object"` at the top';
  // The validator would return a promise, which counts as "valid" and ends the process when it rejects.
  if (schema["$async"] !== undefined) return "must not be `$async`";
  try {
    const endless = findEndlessReference(schema);
    if (endless !== undefined) {
      return `refers to itself at ${endless} without descending into the input, so validation would never end`;
    }
    compileSchema(JSON.stringify(schema));
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
