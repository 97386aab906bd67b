import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { isJsonObject, type Json, type JsonObject } from "@countersign/protocol";
import { canonicalJson } from "../../core/canonical-json.ts";
import { findSchemaFault } from "./find-schema-fault.ts";

/** Size limit of one tool's definition; a model reads far less of it. */
export const MAX_DEFINITION_BYTES = 256 * 1024;

const textOf = (value: unknown): string => (typeof value === "string" ? value.replaceAll("\u0000", "\ufffd") : "");

/** Columns derived from an upstream's tool definition. */
export function columnsOfDefinition(definition: JsonObject) {
  const annotations = definition["annotations"];
  const title = textOf(definition["title"]) || textOf(isJsonObject(annotations) ? annotations["title"] : undefined);
  return {
    title: title === "" ? null : title.slice(0, 200),
    description: textOf(definition["description"]),
    inputSchema: canonicalJson(checkedSchema(definition)),
  };
}

/** Schema for input validation: the upstream's, read as JSON Schema 2020-12 whatever draft it declares. */
function checkedSchema(definition: JsonObject): JsonObject {
  const given = definition["inputSchema"];
  if (!isJsonObject(given)) return { type: "object" };
  const { $schema: _draft, ...schema } = given;
  return { type: "object", ...schema };
}

/**
 * Whether every client can compile the output schema. The official client of 2025-11-25 reads it as draft-07, with all schemas
 * of a list in one registry, where two schemas with the same `$id` conflict.
 */
export const isUsableOutput = (schema: JsonObject): boolean =>
  !names(schema) && findSchemaFault(checkedSchema({ inputSchema: schema })) === undefined && compilesAsDraft7(schema);

function compilesAsDraft7(schema: JsonObject): boolean {
  try {
    const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: true, validateSchema: false, logger: false });
    addFormats.default(ajv);
    ajv.compile(schema);
    return true;
  } catch {
    return false;
  }
}

const names = (value: Json): boolean =>
  Array.isArray(value)
    ? value.some(names)
    : isJsonObject(value) && (typeof value["$id"] === "string" || Object.values(value).some(names));

/** Returns why a tool cannot be put behind the gate at all; undefined if it can. */
export function findDefinitionFault(definition: JsonObject): string | undefined {
  let bytes: number;
  try {
    bytes = Buffer.byteLength(canonicalJson(definition));
  } catch {
    return "The definition contains text that is not valid Unicode.";
  }
  if (bytes > MAX_DEFINITION_BYTES) return `The definition is larger than ${MAX_DEFINITION_BYTES / 1024} KiB.`;
  const given = definition["inputSchema"];
  if (given !== undefined && !isJsonObject(given)) return "The input schema is not an object.";
  const fault = findSchemaFault(checkedSchema(definition));
  return fault === undefined ? undefined : `The input schema cannot be used: ${fault}`;
}
