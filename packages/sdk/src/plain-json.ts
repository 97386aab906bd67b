import type { Json, JsonObject } from "@countersign/protocol";
import { InvalidToolInput } from "./errors.ts";

const MAX_DEPTH = 64;

class NotJson extends Error {
  readonly path: string;
  constructor(path: string, message: string) {
    super(message);
    this.path = path;
  }
}

/** Copies the input as the server will read it. Throws `InvalidToolInput` with the path of what JSON would drop or change. */
export function copyInput(toolName: string, input: unknown): JsonObject {
  try {
    const copy = copyJson(input, "", 1);
    if (typeof copy !== "object" || copy === null || Array.isArray(copy)) throw new NotJson("", "must be an object");
    return copy;
  } catch (error) {
    if (error instanceof NotJson) throw new InvalidToolInput(toolName, [{ path: error.path, message: error.message }]);
    throw error;
  }
}

function copyJson(value: unknown, path: string, depth: number): Json {
  switch (typeof value) {
    case "boolean":
      return value;
    case "string":
      return checkText(value, path);
    case "number":
      if (!Number.isFinite(value) || Object.is(value, -0))
        throw new NotJson(path, `${Object.is(value, -0) ? "-0" : value} does not survive JSON`);
      return value;
    case "undefined":
      throw new NotJson(path, "undefined is not JSON; omit the key or use null");
    case "object":
      return value === null ? null : copyContainer(value, path, depth);
    default:
      throw new NotJson(path, `a ${typeof value} is not JSON`);
  }
}

function copyContainer(value: object, path: string, depth: number): Json {
  // The depth limit also ends cycles.
  if (depth > MAX_DEPTH) throw new NotJson(path, `nested deeper than ${MAX_DEPTH}, or a cycle`);
  if (Array.isArray(value)) {
    if (Object.keys(value).length !== value.length)
      throw new NotJson(path, "an array with holes or named keys does not survive JSON");
    return value.map((item, index) => copyJson(item, `${path}/${index}`, depth + 1));
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
    throw new NotJson(path, `a ${value.constructor?.name || "class instance"} is not JSON; give plain data`);
  }
  if (Object.getOwnPropertySymbols(value).length > 0) throw new NotJson(path, "a symbol key does not survive JSON");
  const copy: JsonObject = {};
  for (const [key, item] of Object.entries(value)) {
    const itemPath = `${path}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    checkText(key, itemPath);
    // Assignment would set the prototype for a key named `__proto__` and lose the value.
    Object.defineProperty(copy, key, {
      value: copyJson(item, itemPath, depth + 1),
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return copy;
}

function checkText(text: string, path: string): string {
  if (/\p{Surrogate}/u.test(text)) throw new NotJson(path, "a lone surrogate is not valid Unicode");
  return text;
}

/**
 * Returns the JSON to record of a handler's result. The effect has already happened, so nothing is refused: dates become text,
 * undefined keys are dropped as in JSON, and unserialisable results are replaced by a note.
 */
export function recordableResult(result: unknown): Json {
  try {
    const text: string | undefined = JSON.stringify(result);
    return text === undefined ? null : (JSON.parse(text) as Json);
  } catch (error) {
    return unrecordedResult(error instanceof Error ? error.message : String(error));
  }
}

export const unrecordedResult = (why: string): Json => ({
  unrecorded: `The handler succeeded, but its result could not be recorded: ${why}`,
});
