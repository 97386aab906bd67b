import { Chunk } from "@codemirror/merge";
import { Text } from "@codemirror/state";
import { expect, test } from "vitest";
import { isLongText } from "../src/ui/diff/comparable-text.ts";
import { findFolds } from "../src/ui/merge/find-folds.ts";

const lines = (amount: number, change: Record<number, string | null> = {}): string[] =>
  Array.from({ length: amount }, (_, n) => change[n + 1] ?? (change[n + 1] === null ? "" : `line ${n + 1}`));
const foldsOf = (before: string[], after: string[]) => {
  const [a, b] = [Text.of(before), Text.of(after)];
  return { a, b, folds: findFolds(a, b, Chunk.build(a, b)) };
};

test("a text is long past 40 lines or 4 kB", () => {
  expect(isLongText(lines(40).join("\n"))).toBe(false);
  expect(isLongText(`${lines(40).join("\n")}\n`)).toBe(false);
  expect(isLongText(lines(42).join("\n"))).toBe(true);
  expect(isLongText("x".repeat(4096))).toBe(false);
  expect(isLongText("x".repeat(4097))).toBe(true);
});

test("G11 what is folded is the same on both sides, keeps three lines beside each change, and says its size", () => {
  const before = lines(100);
  const after = lines(100, { 30: "changed", 70: "changed too, and longer" });
  const { a, b, folds } = foldsOf(before, [...after, "one more"]);
  expect(folds.map(({ lines: amount }) => amount)).toEqual([26, 33, 23]);
  for (const fold of folds) {
    expect(a.sliceString(fold.a.from, fold.a.to)).toBe(b.sliceString(fold.b.from, fold.b.to));
    expect(fold.characters).toBe(fold.a.to - fold.a.from);
    expect(a.lineAt(fold.a.to).number - a.lineAt(fold.a.from).number + 1).toBe(fold.lines);
  }
});

test("no fold where it would save nothing, and none in texts that are the same or wholly other", () => {
  expect(foldsOf(lines(9, { 1: "x" }), lines(9, { 1: "y" })).folds.map(({ lines: amount }) => amount)).toEqual([5]);
  expect(foldsOf(lines(7, { 1: "x" }), lines(7, { 1: "y" })).folds).toEqual([]);
  expect(foldsOf(lines(50), lines(50)).folds).toEqual([]);
  expect(foldsOf(lines(50), ["other"]).folds).toEqual([]);
});

test("folds hold over lines added and taken away at either end", () => {
  for (const [before, after] of [
    [lines(60), ["new", ...lines(60)]],
    [["old", ...lines(60)], lines(60)],
    [lines(60), [...lines(60), ""]],
    [[...lines(60), "old"], lines(60)],
  ] as const) {
    const { a, b, folds } = foldsOf([...before], [...after]);
    expect(folds).toHaveLength(1);
    const [fold] = folds;
    expect(a.sliceString(fold!.a.from, fold!.a.to)).toBe(b.sliceString(fold!.b.from, fold!.b.to));
    expect(fold!.lines).toBeGreaterThanOrEqual(56);
  }
});
