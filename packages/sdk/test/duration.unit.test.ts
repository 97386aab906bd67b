import { expect, test } from "vitest";
import { readDuration } from "../src/duration.ts";

test.each([
  ["500ms", 0.5],
  ["30s", 30],
  ["2m", 120],
  ["1h", 3600],
  ["1.5s", 1.5],
  [7, 7],
  [0, 0],
])("%s is %d seconds", (given, seconds) => {
  expect(readDuration(given)).toBe(seconds);
});

test.each(["", "30", "2 m", "-1s", "1d", "s", Number.NaN, -1, Number.POSITIVE_INFINITY])("%s is refused", (given) => {
  expect(() => readDuration(given)).toThrow(/Not a duration/);
});
