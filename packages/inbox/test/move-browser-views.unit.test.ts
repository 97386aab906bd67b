import { expect, test } from "vitest";
import { MAX_VIEW_NAME_CHARACTERS } from "@countersign/protocol";
import { nameFor, readBrowserViews } from "../src/api/move-browser-views.ts";

test("views that an earlier version kept are read with their filters; what is no view is dropped", () => {
  const stored = [{ name: " Old ", search: { q: "a & b", risk: 5 } }, { name: "" }, { name: "x", search: null }, 1, null];
  expect(readBrowserViews(JSON.stringify(stored))).toEqual([{ name: "Old", query: "q=a+%26+b" }]);
  for (const text of [null, "", "{", "{}", "null", '"text"']) expect([text, readBrowserViews(text)]).toEqual([text, []]);
});

test("a view whose name is taken gets a number, and one that is stored already is not stored again", () => {
  const own = [
    { name: "Old", query: "q=1" },
    { name: "old (2)", query: "q=2" },
  ];
  expect(nameFor({ name: "New", query: "q=1" }, own)).toBe("New");
  expect(nameFor({ name: "OLD", query: "q=3" }, own)).toBe("OLD (3)");
  expect(nameFor({ name: "Old", query: "q=1" }, own)).toBeUndefined();
  expect(nameFor({ name: "Old", query: "q=2" }, own)).toBeUndefined();
  const long = "x".repeat(MAX_VIEW_NAME_CHARACTERS);
  const next = nameFor({ name: long, query: "b" }, [{ name: long, query: "a" }]);
  expect([next?.length, next?.endsWith(" (2)")]).toEqual([MAX_VIEW_NAME_CHARACTERS, true]);
});
