import { fc } from "../../../../test/support/property.ts";
import { expect, test } from "vitest";
import { columnsOf, cutForTerminal, renderForTerminal } from "../../src/cli/render-for-terminal.ts";
import { stringifyForTerminal } from "../../src/cli/stringify-for-terminal.ts";

const hostile = fc.string({
  unit: fc.oneof(
    fc.constantFrom("\u001b[2J", "\u009b31m", "\r", "\n", "\t", "\u202e", "\u200b", "\u0000", "  ", "表", "e\u0301", "⟨"),
    fc.string({ unit: "binary" }),
  ),
});

test("G11 nothing that acts on a terminal, and nothing invisible, reaches the screen", () => {
  fc.assert(
    fc.property(hostile, fc.constantFrom("line" as const, "block" as const), (text, form) => {
      const shown = renderForTerminal(text, { form, prefix: "| ", columns: 40 });
      expect(shown).not.toMatch(/(?![\n\t ])[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u);
    }),
  );
});

test("G11 every line of a text stands behind our prefix, also one wider than the screen", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const lines = renderForTerminal(text, { form: "block", prefix: "  │ ", columns: 40 }).split("\n");
      for (const line of lines) {
        expect(line.startsWith("  │ ")).toBe(true);
        expect(columnsOf(line)).toBeLessThanOrEqual(40);
      }
    }),
  );
});

test("an escape sequence is shown as what it is", () => {
  expect(renderForTerminal("a\u001b[2Jb", { form: "line" })).toBe("a⟨U+001B ESC⟩[2Jb");
  expect(renderForTerminal("ok\rNO", { form: "block" })).toBe("ok⟨U+000D CR⟩NO");
});

test("a line form has one line; a block keeps its lines", () => {
  expect(renderForTerminal("a\nb", { form: "line" })).not.toContain("\n");
  expect(renderForTerminal("a\nb", { form: "block", prefix: "> " })).toBe("> a\n> b");
});

test("without a screen no line is broken", () => {
  expect(renderForTerminal("x".repeat(500), { form: "line" })).toBe("x".repeat(500));
});

test("a cut is marked and fits", () => {
  expect(cutForTerminal("Edit pricing.md", 8)).toBe("Edit pr…");
  expect(cutForTerminal("Edit", 8)).toBe("Edit");
});

test("G11 JSON for a screen is the same value without a character that acts on it", () => {
  fc.assert(
    fc.property(fc.jsonValue(), hostile, (value, text) => {
      const shown = stringifyForTerminal({ value, text }, 2);
      expect(shown).not.toMatch(/(?![\n ])[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u);
      expect(JSON.stringify(JSON.parse(shown))).toBe(JSON.stringify({ value, text }));
    }),
  );
});
