import { expect, test } from "vitest";
import { checksQuickly } from "../../src/engine/checks-quickly.ts";
import { validateInput } from "../../src/engine/validate-input.ts";

const schema = (property: object) => JSON.stringify({ type: "object", properties: { a: property } });

test("a pattern that backtracks without end is ended, and the next check is sound", () => {
  const slow = schema({ type: "string", pattern: "^(a+)+$" });
  expect(validateInput(slow, { a: `${"a".repeat(60)}!` }, "/toolInput")).toEqual([
    { path: "/toolInput", message: "takes too long to check by the tool's schema" },
  ]);
  expect(validateInput(slow, { a: "aaa" })).toEqual([]);
});

test("a pattern is ended wherever the schema hides it", () => {
  const slow = { type: "string", pattern: "^(a+)+$" };
  const value = `${"a".repeat(60)}!`;
  const cases = [
    [{ type: "object", properties: { b: slow } }, { b: value }],
    [{ type: "array", items: slow }, [value]],
    [{ type: "object", additionalProperties: slow }, { b: value }],
    [{ anyOf: [slow] }, value],
    [{ $ref: "#/properties/a/$defs/slow", $defs: { slow } }, value],
  ] as const;
  for (const [property, input] of cases) {
    expect(validateInput(schema(property), { a: input as never })).toEqual([
      { path: "", message: "takes too long to check by the tool's schema" },
    ]);
  }
});

test("only words that look at each value once make a check quick", () => {
  const call = {
    type: "object",
    properties: { a: { type: "string", maxLength: 9 } },
    required: ["a"],
    additionalProperties: false,
  };
  expect(checksQuickly(call)).toBe(true);
  expect(checksQuickly({ type: "array", items: { type: "integer" } })).toBe(true);
  // A property may have the name of a word.
  expect(checksQuickly({ properties: { pattern: { type: "string" } } })).toBe(true);
  for (const word of ["pattern", "format", "uniqueItems", "$ref", "anyOf", "patternProperties", "x-unknown"])
    expect(checksQuickly({ properties: { a: { [word]: "x" } } })).toBe(false);
  const long = { enum: Array.from({ length: 250 }, (_, n) => `country-${n}`) };
  expect([checksQuickly(long), checksQuickly({ items: long })]).toEqual([true, false]);
});

test("a list of wrong items is answered by some of its faults", () => {
  const codes = schema({ type: "array", items: { enum: Array.from({ length: 250 }, (_, n) => `country-${n}`) } });
  const faults = validateInput(codes, { a: Array.from({ length: 20_000 }, () => 0) });
  expect(faults).toHaveLength(100);
});
