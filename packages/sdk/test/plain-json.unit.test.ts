import { fc } from "../../../test/support/property.ts";
import { describe, expect, test } from "vitest";
import { InvalidToolInput } from "../src/errors.ts";
import { copyInput, recordableResult } from "../src/plain-json.ts";

const refusedPath = (input: unknown): string | undefined => {
  try {
    copyInput("t", input);
    return undefined;
  } catch (error) {
    return error instanceof InvalidToolInput ? error.issues[0]?.path : `threw ${String(error)}`;
  }
};

describe("input that JSON would change is refused with its path", () => {
  const cycle: Record<string, unknown> = {};
  cycle["self"] = cycle;
  test.each<[string, unknown, string]>([
    ["undefined", { a: { b: undefined } }, "/a/b"],
    ["NaN", { a: [1, Number.NaN] }, "/a/1"],
    ["Infinity", { a: Number.POSITIVE_INFINITY }, "/a"],
    ["minus zero", { a: -0 }, "/a"],
    ["a bigint", { a: 1n }, "/a"],
    ["a function", { a: () => 1 }, "/a"],
    ["a symbol", { a: Symbol("s") }, "/a"],
    ["a date", { "x/y~z": new Date(0) }, "/x~1y~0z"],
    ["a map", { a: new Map() }, "/a"],
    ["a hole", { a: Array(2) }, "/a"],
    ["a symbol key", { a: { [Symbol("s")]: 1 } }, "/a"],
    ["a lone surrogate", { a: "\uD800" }, "/a"],
    ["a lone surrogate in a key", { "\uD800": 1 }, "/\uD800"],
    ["not an object", [1], ""],
    ["null", null, ""],
  ])("%s", (_name, input, path) => {
    expect(refusedPath(input)).toBe(path);
  });
  test("a cycle", () => {
    expect(refusedPath(cycle)).toMatch(/^(\/self){64}$/);
  });
});

test("a key named __proto__ stays data", () => {
  const input = JSON.parse('{"__proto__":{"admin":true},"a":1}') as unknown;
  expect(JSON.stringify(copyInput("t", input))).toBe('{"__proto__":{"admin":true},"a":1}');
});

test("what JSON can hold is copied unchanged", () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: "binary", maxDepth: 5 }), (value) => {
      const text = JSON.stringify({ value });
      expect(JSON.stringify(copyInput("t", JSON.parse(text)))).toBe(text);
    }),
  );
});

test("a result is recorded as far as JSON goes, and a note says what could not be", () => {
  expect(recordableResult(undefined)).toBeNull();
  expect(recordableResult({ at: new Date(0), none: undefined })).toEqual({ at: "1970-01-01T00:00:00.000Z" });
  expect(recordableResult({ n: 1n })).toEqual({ unrecorded: expect.stringContaining("BigInt") as string });
});
