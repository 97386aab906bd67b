import { expect, test } from "vitest";
import { offsetsOf, rangeIn } from "../src/features/queue/row-window.ts";

const lines = Array.from({ length: 100 }, (_, index) => index);
const offsets = offsetsOf(lines, (index) => (index % 10 === 0 ? 40 : 80));

test("a list knows where each line starts, and how high it is", () => {
  expect(offsets).toHaveLength(101);
  expect(offsets.slice(0, 4)).toEqual([0, 40, 120, 200]);
  expect(offsets.at(-1)).toBe(10 * 40 + 90 * 80);
  expect(offsetsOf([], () => 80)).toEqual([0]);
});

test("the rendered lines cover the frame, at its edges too, and some around it", () => {
  expect(rangeIn(offsets, { top: 0, height: 0 }, 8)).toEqual({ from: 0, to: 9 });
  expect(rangeIn(offsets, { top: 119, height: 1 }, 0)).toEqual({ from: 1, to: 3 });
  expect(rangeIn(offsets, { top: 120, height: 79 }, 0)).toEqual({ from: 2, to: 3 });
  expect(rangeIn(offsets, { top: 800, height: 400 }, 2)).toEqual({ from: 9, to: 19 });
});

test("nothing is rendered of no lines, and nothing past the last line", () => {
  expect(rangeIn([0], { top: 0, height: 500 }, 8)).toEqual({ from: 0, to: 0 });
  expect(rangeIn(offsets, { top: 7_600, height: 5_000 }, 8)).toEqual({ from: 91, to: 100 });
  expect(rangeIn(offsets, { top: 99_999, height: 500 }, 1)).toEqual({ from: 98, to: 100 });
});
