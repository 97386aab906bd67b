import { jsonPointer, BATCH_SUMMARY, isJsonObject, MAX_IN_ONE_CALL, type Json, type JsonObject } from "@countersign/protocol";

const MAX_SUMMARY = 500;
const MAX_FAULTS = 100;
/** Keywords whose value is data, not a schema. */
const DATA = new Set(["const", "enum", "default", "examples"]);
/** Keywords whose keys are names, not keywords. */
const NAMES = new Set(["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"]);

/** Several calls of one tool in one: the inputs, each an action of its own, and the agent's summary of all. */
export interface ListCall {
  entries: JsonObject[];
  summary: string | undefined;
}

export type ListFault = { path: string; message: string };

/** Returns why a tool cannot take lists under this key, or undefined if it can. */
export function findBatchKeyFault({
  batchKey,
  inputSchema,
}: {
  batchKey?: string | undefined;
  inputSchema: JsonObject;
}): string | undefined {
  if (batchKey === undefined) return undefined;
  if (batchKey === BATCH_SUMMARY) return `must not be \`${BATCH_SUMMARY}\`, which describes the whole list`;
  const { properties } = inputSchema;
  const isTaken = isJsonObject(properties) && Object.hasOwn(properties, batchKey);
  return isTaken ? "must not be a key of the tool's own input" : undefined;
}

/** Whether an input is a list of calls. */
export const isListCall = (batchKey: string | null, input: JsonObject): batchKey is string =>
  batchKey !== null && Object.hasOwn(input, batchKey);

/** The list's schema as agents see it; `unit` is the schema of one call. */
export function listSchema(batchKey: string, unit: JsonObject): JsonObject {
  const { $schema, $defs, ...items } = unit;
  // A schema with an `$id` stays whole, because its references are relative to it.
  const isNamed = unit["$id"] !== undefined;
  const place = jsonPointer(["properties", batchKey, "items"]);
  return {
    ...($schema !== undefined && { $schema }),
    type: "object",
    properties: {
      [batchKey]: {
        type: "array",
        items: isNamed ? { ...items, ...($defs !== undefined && { $defs }) } : moveReferences(items, place),
        minItems: 1,
        maxItems: MAX_IN_ONE_CALL,
      },
      [BATCH_SUMMARY]: { type: "string", maxLength: MAX_SUMMARY },
    },
    required: [batchKey],
    additionalProperties: false,
    ...($defs !== undefined && !isNamed && { $defs: moveReferences($defs, place, true) }),
  };
}

/** Rewrites local references for the schema's new place. `$defs` moves to the top level, where clients look for it. */
function moveReferences(part: Json, to: string, keysAreNames = false): Json {
  if (Array.isArray(part)) return part.map((one) => moveReferences(one, to));
  if (!isJsonObject(part)) return part;
  const move = ([key, value]: [string, Json]): [string, Json] => {
    if (keysAreNames) return [key, moveReferences(value, to)];
    if (DATA.has(key)) return [key, value];
    const isOwn = key === "$ref" && typeof value === "string" && /^#(?:$|\/)/.test(value) && !value.startsWith("#/$defs/");
    return [key, isOwn ? `#${to}${value.slice(1)}` : moveReferences(value, to, NAMES.has(key))];
  };
  return Object.fromEntries(Object.entries(part).map(move));
}

/** Splits a list call without validating the entries' contents. Paths are JSON Pointers under `prefix`. */
export function readListCall(
  batchKey: string,
  input: JsonObject,
  prefix: string,
): { ok: true; list: ListCall } | { ok: false; faults: ListFault[] } {
  const at = prefix + jsonPointer([batchKey]);
  const { [batchKey]: sent, [BATCH_SUMMARY]: summary, ...others } = input;
  const faults: ListFault[] = Object.keys(others).map((key) => ({
    path: prefix + jsonPointer([key]),
    message: `is not an input of this tool; the calls go under ${batchKey}`,
  }));
  const entries = Array.isArray(sent) ? sent : [];
  if (!Array.isArray(sent)) faults.push({ path: at, message: "must be array" });
  else if (entries.length === 0) faults.push({ path: at, message: "must contain at least one call" });
  else if (entries.length > MAX_IN_ONE_CALL)
    faults.push({ path: at, message: `must contain at most ${MAX_IN_ONE_CALL} calls` });
  else {
    entries.forEach((entry, n) => {
      if (!isJsonObject(entry)) faults.push({ path: at + jsonPointer([n]), message: "must be object" });
    });
  }
  if (summary !== undefined && !isSummary(summary)) {
    const message = `must be text of at most ${MAX_SUMMARY} characters`;
    faults.push({ path: prefix + jsonPointer([BATCH_SUMMARY]), message });
  }
  if (faults.length > 0) return { ok: false, faults: faults.slice(0, MAX_FAULTS) };
  return { ok: true, list: { entries: entries as JsonObject[], summary: summary as string | undefined } };
}

const isSummary = (value: Json): boolean =>
  typeof value === "string" && value.length <= MAX_SUMMARY && !value.includes("\u0000");
