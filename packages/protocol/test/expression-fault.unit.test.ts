import { expect, test } from "vitest";
import { readExpressionFault, sayExpressionFault } from "../src/index.ts";

test("a fault of an expression is read from its message, also one of several lines, and no other message is taken for one", () => {
  const fault = { start: 3, end: 8, message: "expected `)`,\nfound characters 1 to 2: x" };
  expect(readExpressionFault(sayExpressionFault(fault))).toEqual(fault);
  expect(readExpressionFault("is required with approval `when`")).toBeUndefined();
});
