import { expect, test } from "vitest";
import { checksQuickly } from "../../src/engine/checks/checks-quickly.ts";
import { validateInput } from "../../src/engine/checks/validate-input.ts";

const schema = (property: object) => JSON.stringify({ type: "object", properties: { a: property } });

test("only words that look at each value a bounded number of times make a check quick", () => {
  const call = {
    type: "object",
    properties: { a: { type: "string", maxLength: 9 } },
    required: ["a"],
    additionalProperties: false,
  };
  expect(checksQuickly(call)).toBe(true);
  expect(checksQuickly({ type: "array", items: { type: "integer" } })).toBe(true);
  expect(checksQuickly({ anyOf: [call, { not: { const: 1 } }] })).toBe(true);
  expect(checksQuickly({ type: "array", items: { type: "string" }, uniqueItems: true })).toBe(true);
  // A property may be named like a keyword.
  expect(checksQuickly({ properties: { pattern: { type: "string" } } })).toBe(true);
  for (const word of ["pattern", "format", "uniqueItems", "$ref", "anyOf", "patternProperties", "x-unknown"])
    expect(checksQuickly({ properties: { a: { [word]: "x" } } })).toBe(false);
  for (const hidden of [
    { anyOf: [{ pattern: "x" }] },
    { not: { $ref: "#" } },
    { uniqueItems: true },
    { uniqueItems: true, items: { type: ["string", "object"] } },
  ])
    expect(checksQuickly({ properties: { a: hidden } })).toBe(false);
  const long = { enum: Array.from({ length: 250 }, (_, n) => `country-${n}`) };
  expect([checksQuickly(long), checksQuickly({ items: long })]).toEqual([true, false]);
});

test("a list of wrong items is answered by some of its faults", () => {
  const codes = schema({ type: "array", items: { enum: Array.from({ length: 250 }, (_, n) => `country-${n}`) } });
  const faults = validateInput(codes, { a: Array.from({ length: 20_000 }, () => 0) });
  expect(faults).toHaveLength(100);
});
