import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { JsonObject } from "@countersign/protocol";
import { jsonPointer } from "../core/json-pointer.ts";

export interface InputFault {
  path: string;
  message: string;
}

const MAX_SCHEMAS = 500;
/** A list of a million wrong items would else be answered by gigabytes. */
const MAX_FAULTS = 100;
const compiled = new Map<string, ValidateFunction>();

/** Keywords nobody knows are kept as notes, as JSON Schema says; remote references are not fetched, they do not compile. */
function createAjv(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true, ownProperties: true, validateFormats: true });
  addFormats.default(ajv);
  return ajv;
}

const shared = createAjv();

/** A new compiler costs more than most schemas; only one that names a part of itself could leave something to the next. */
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
  // Oldest out: a Map keeps the order of insertion.
  if (compiled.size >= MAX_SCHEMAS) compiled.delete(compiled.keys().next().value!);
  compiled.set(schemaText, validate);
  return validate;
}

/**
 * Checks an input by its tool's schema; paths are JSON Pointers under `prefix`. May take any time: requests are checked through
 * `Checks`, which runs this in a thread of its own where it is not surely quick.
 */
export function validateInput(schemaText: string, input: JsonObject, prefix = ""): InputFault[] {
  const validate = validatorOf(schemaText);
  try {
    if (validate(input)) return [];
  } catch {
    // Nested deeper than the stack.
    return [{ path: prefix, message: "cannot be checked by the tool's schema" }];
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

/** Top-level keys the schema names, or `null` where it allows any. */
export function knownKeysOf(schemaText: string): string[] | null {
  const schema = JSON.parse(schemaText) as JsonObject;
  const properties = schema["properties"];
  const closed = schema["additionalProperties"] === false || schema["unevaluatedProperties"] === false;
  const names = typeof properties === "object" && properties !== null ? Object.keys(properties) : [];
  return closed || names.length > 0 ? names : null;
}
