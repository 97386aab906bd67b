import { expect, test } from "vitest";
import { validateInput } from "../../src/engine/validate-input.ts";

const schema = (property: object) => JSON.stringify({ type: "object", properties: { a: property } });

test("a pattern that backtracks without end is ended, and the next check is sound", () => {
  const slow = schema({ type: "string", pattern: "^(a+)+$" });
  expect(validateInput(slow, { a: `${"a".repeat(60)}!` }, "/toolInput")).toEqual([
    { path: "/toolInput", message: "takes too long to check by the tool's schema" },
  ]);
  expect(validateInput(slow, { a: "aaa" })).toEqual([]);
});

test("a list of wrong items is answered by some of its faults", () => {
  const codes = schema({ type: "array", items: { enum: Array.from({ length: 250 }, (_, n) => `country-${n}`) } });
  const faults = validateInput(codes, { a: Array.from({ length: 20_000 }, () => 0) });
  expect(faults).toHaveLength(100);
});
