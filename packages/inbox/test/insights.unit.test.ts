import { expect, test } from "vitest";
import { topOf, verdictParts } from "../src/features/insights/chart-values.ts";

test("a scale of times ends at or above the longest one, at a time whose half is round", () => {
  expect([0, 0.19, 3, 61, 5000, 100_000].map(topOf)).toEqual([0.2, 0.2, 4, 120, 7200, 172_800]);
  expect(topOf(3.2 * 86_400)).toBe(4 * 86_400);
});

test("the parts of what people decided add up to all of it", () => {
  const spread = { medianSeconds: null, p90Seconds: null };
  const figures = { approved: 5, edited: 2, refined: 1, rejected: 3, failed: 0, unknown: 0, timed: 0 };
  const { total, ...parts } = verdictParts({ ...figures, waiting: spread, deciding: spread, execution: spread });
  expect(parts).toEqual({ asProposed: 3, edited: 2, refined: 1, rejected: 3 });
  expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBe(total);
});
