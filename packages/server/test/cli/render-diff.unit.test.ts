import { expect, test } from "vitest";
import { createPaint } from "../../src/cli/paint.ts";
import { renderDiff } from "../../src/cli/render-diff.ts";

const options = { paint: createPaint(false), columns: null };

test("a changed line is shown as removed and added", () => {
  expect(renderDiff("a\nb\n", "a\nc\n", options)).toBe("    a\n  - b\n  + c");
});

test("a new and a deleted value are all added and all removed", () => {
  expect(renderDiff(null, "a\n", options)).toBe("  + a");
  expect(renderDiff("a\n", null, options)).toBe("  - a");
});

test("lines away from a change are counted, or shown when all are asked for", () => {
  const lines = Array.from({ length: 20 }, (_, n) => `line ${n}\n`);
  const before = lines.join("");
  const after = before.replace("line 10\n", "changed\n");
  expect(renderDiff(before, after, options)).toMatch(
    /^ {4}… 7 unchanged lines\n {4}line 7\n[^]*line 13\n {4}… 6 unchanged lines$/,
  );
  expect(renderDiff(before, after, { ...options, full: true })).toContain("    line 0\n");
});

test("a lost line break at the end is a difference and is told", () => {
  expect(renderDiff("a\n", "a", options)).toBe("  - a\n  + a\n    (no line break at the end)");
});

test("objects are compared field by field, values that are no text as JSON", () => {
  const shown = renderDiff({ path: "a", count: 1 }, { path: "a", count: 2, tags: ["x"] }, options);
  expect(shown).toBe('  count\n  - 1\n  + 2\n  tags\n  + [\n  +   "x"\n  + ]');
});

test("an equal value has no change to show, or all of it when asked for", () => {
  expect(renderDiff({ path: "a" }, { path: "a" }, options)).toBe("  (no change)");
  expect(renderDiff({ path: "a\n" }, { path: "a\n" }, { ...options, full: true })).toBe("  path\n    a");
});

test("fields named like parts of a prototype are data", () => {
  const after = JSON.parse('{"__proto__": "new\\n", "toString": "t\\n"}');
  expect(renderDiff({}, after, options)).toBe("  __proto__\n  + new\n  toString\n  + t");
});

test("G11 a line of the text cannot leave its place in the diff", () => {
  const shown = renderDiff("", "x\r- y\u001b[1A\u2028z\n", options);
  expect(shown).toBe("  + x⟨U+000D CR⟩- y⟨U+001B ESC⟩[1A⟨U+2028 LINE SEPARATOR⟩z");
});

test("a line wider than the screen goes on behind a mark", () => {
  const shown = renderDiff("", `${"x".repeat(50)}\n`, { ...options, columns: 34 });
  expect(shown).toBe(`  + ${"x".repeat(30)}\n  +·${"x".repeat(20)}`);
});
