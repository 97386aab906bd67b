import { expect, test } from "vitest";
import { cutBefore } from "../../src/core/cut-before.ts";

test("a text is cut at its length, or before a character that would be cut in half", () => {
  expect(cutBefore("abcdef", 3)).toBe("abc");
  expect(cutBefore("ab", 3)).toBe("ab");
  expect(cutBefore("ab😀", 4)).toBe("ab😀");
  expect(cutBefore("ab😀cd", 3)).toBe("ab");
});
