import { expect, test } from "vitest";
import { renderPreview } from "../../src/cli/render-preview.ts";

const table = {
  kind: "table",
  title: "Invoices",
  columns: ["who", "owes"],
  rows: [
    ["Ada", 12],
    ["Bo \u202e", null],
  ],
};
const PIXEL =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

test("a table is text in columns", () => {
  expect(renderPreview({ title: "x", items: [table] }, 80)).toEqual([
    "  Invoices: 2 rows\n  │ who             │ owes\n  │ Ada             │ 12\n  │ Bo ⟨U+202E RLO⟩ │ null",
  ]);
});

test("G11 a table too wide for the screen is written row by row, every cell of it, on lines of ours", () => {
  const long = "long ".repeat(30).trim();
  const [text = ""] = renderPreview({ title: "x", items: [{ ...table, rows: [["Ada", long]] }] }, 60);
  expect(text).toContain("  row 1\n  │ who: Ada\n  │ owes: long");
  expect(text.replaceAll("\n  │ ", "")).toContain(long);
  for (const line of text.split("\n")) expect([...line].length).toBeLessThanOrEqual(60);
});

test("a picture is what it is said to show and what it is; anything else is JSON, whole", () => {
  const [picture, plain, foreign] = renderPreview(
    {
      title: "x",
      items: [
        { kind: "image", src: PIXEL, alt: "The page\nas it would look", caption: "draft" },
        { name: "Ada" },
        { kind: "image", src: "https://example.test/a.png", alt: "x" },
      ],
    },
    null,
  );
  expect(picture).toBe("  picture: The page⟨↵⟩as it would look (draft), png, 1 × 1 pixels; open the inbox to see it");
  expect(plain).toContain('"name": "Ada"');
  expect(foreign).toContain("https://example.test/a.png");
});
