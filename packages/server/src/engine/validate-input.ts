import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { JsonObject } from "@countersign/protocol";
import { jsonPointer } from "../core/json-pointer.ts";
import { runWithin } from "../core/run-within.ts";
import { checksQuickly } from "./checks-quickly.ts";

export interface InputFault {
  path: string;
  message: string;
}

const MOST_SCHEMAS = 500;
/** A list of a million wrong items would else be answered by gigabytes. */
const MOST_FAULTS = 100;
/** A sound check takes well under a millisecond; one `pattern` can take years, and stands for every request meanwhile. */
const MOST_MILLISECONDS = 1000;
const compiled = new Map<string, Validator>();

interface Validator {
  validate: ValidateFunction;
  /** Needs no watch. To watch a check starts a thread, which costs more than most checks. */
  isQuick: boolean;
}

/** Keywords nobody knows are kept as notes, as JSON Schema says; remote references are not fetched, they do not compile. */
function compile(schemaText: string): ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: true, ownProperties: true, validateFormats: true });
  addFormats.default(ajv);
  return ajv.compile(JSON.parse(schemaText) as object);
}

function validatorOf(schemaText: string): Validator {
  const known = compiled.get(schemaText);
  if (known) return known;
  const validator = { validate: compile(schemaText), isQuick: checksQuickly(JSON.parse(schemaText) as JsonObject) };
  // Oldest out: a Map keeps the order of insertion.
  if (compiled.size >= MOST_SCHEMAS) compiled.delete(compiled.keys().next().value!);
  compiled.set(schemaText, validator);
  return validator;
}

/** Checks an input by its tool's schema; paths are JSON Pointers under `prefix`. What can not be checked in time is refused. */
export function validateInput(schemaText: string, input: JsonObject, prefix = ""): InputFault[] {
  const { validate, isQuick } = validatorOf(schemaText);
  let valid = false;
  const check = (): void => void (valid = validate(input));
  if (isQuick) check();
  else if (!runWithin(MOST_MILLISECONDS, check))
    return [{ path: prefix, message: "takes too long to check by the tool's schema" }];
  if (valid) return [];
  return (validate.errors ?? [])
    .slice(0, MOST_FAULTS)
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

/** Says why a schema cannot be used, or nothing where it can. */
export function findSchemaFault(schema: JsonObject): string | undefined {
  if (schema["type"] !== "object") return 'must have `"type": "object"` at the top';
  // Its validator answers with a promise, which would pass for "valid" and end the process when it rejects.
  if (schema["$async"] !== undefined) return "must not be `$async`";
  try {
    compile(JSON.stringify(schema));
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Top-level keys the schema names, or `null` where it allows any. */
export function knownKeysOf(schemaText: string): string[] | null {
  const schema = JSON.parse(schemaText) as JsonObject;
  const properties = schema["properties"];
  const closed = schema["additionalProperties"] === false || schema["unevaluatedProperties"] === false;
  const names = typeof properties === "object" && properties !== null ? Object.keys(properties) : [];
  return closed || names.length > 0 ? names : null;
}
