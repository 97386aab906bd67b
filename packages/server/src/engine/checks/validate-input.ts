import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { jsonPointer, type JsonObject } from "@countersign/protocol";
import type { InputFault } from "../../ports/checks.ts";

const MAX_SCHEMAS = 500;
/** A list of a million invalid items would otherwise be answered with gigabytes. */
const MAX_FAULTS = 100;
const compiled = new Map<string, ValidateFunction>();

/** Unknown keywords are annotations, as JSON Schema says. Remote references are not fetched; such schemas do not compile. */
function createAjv(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true, ownProperties: true, validateFormats: true });
  addFormats.default(ajv);
  return ajv;
}

const shared = createAjv();

/** Shares a compiler, as a new one costs more than most schemas; only a schema with ids or anchors could affect the next. */
export function compileSchema(schemaText: string): ValidateFunction {
  const schema = JSON.parse(schemaText) as object;
  if (/"\$(id|anchor|dynamicAnchor)"/.test(schemaText)) return createAjv().compile(schema);
  try {
    return shared.compile(schema);
  } finally {
    shared.removeSchema(schema);
  }
}

function validatorOf(schemaText: string): ValidateFunction {
  const known = compiled.get(schemaText);
  if (known) return known;
  const validate = compileSchema(schemaText);
  // Evicts the oldest entry: a Map keeps insertion order.
  if (compiled.size >= MAX_SCHEMAS) compiled.delete(compiled.keys().next().value!);
  compiled.set(schemaText, validate);
  return validate;
}

/**
 * Validates an input with its tool's schema; paths are JSON Pointers under `prefix`. Takes unbounded time: requests must use
 * `Checks`, which runs this in a worker thread unless it is certainly quick.
 */
export function validateInput(schemaText: string, input: JsonObject, prefix = ""): InputFault[] {
  const validate = validatorOf(schemaText);
  try {
    if (validate(input)) return [];
  } catch {
    // The input is nested deeper than the stack allows.
    return [{ path: prefix, message: "cannot be validated against the tool's schema" }];
  }
  return (validate.errors ?? [])
    .slice(0, MAX_FAULTS)
    .map((error) => ({ path: prefix + pathOf(error), message: messageOf(error) }));
}

const pathOf = ({ instancePath, keyword, params }: ErrorObject): string => {
  if (keyword === "required") return instancePath + jsonPointer([String(params["missingProperty"])]);
  if (keyword === "additionalProperties") return instancePath + jsonPointer([String(params["additionalProperty"])]);
  return instancePath;
};

const messageOf = ({ keyword, message, params }: ErrorObject): string => {
  if (keyword === "required") return "is required";
  if (keyword === "additionalProperties") return "is not an input of this tool";
  if (keyword === "enum")
    return `must be one of ${(params["allowedValues"] as unknown[]).map((value) => JSON.stringify(value)).join(", ")}`;
  return message ?? `does not satisfy ${keyword}`;
};

/** Top-level keys that the schema names; null if it names none and is open. */
export function knownKeysOf(schemaText: string): string[] | null {
  const schema = JSON.parse(schemaText) as JsonObject;
  const properties = schema["properties"];
  const closed = schema["additionalProperties"] === false || schema["unevaluatedProperties"] === false;
  const names = typeof properties === "object" && properties !== null ? Object.keys(properties) : [];
  return closed || names.length > 0 ? names : null;
}
