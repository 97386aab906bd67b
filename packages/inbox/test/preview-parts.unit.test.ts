import { expect, test } from "vitest";
import { previewParts } from "../src/ui/preview/preview-parts.ts";

const image = { kind: "image" as const, src: "data:image/png;base64,AA==", alt: "A page" };

test("items keep their order; plain ones beside each other are rows of one table", () => {
  expect(previewParts([{ a: 1 }, { b: 2 }, image, { a: 3 }, { kind: "table", columns: ["x"], rows: [[1], [2]] }])).toEqual([
    {
      kind: "table",
      columns: ["a", "b"],
      rows: [
        [1, undefined],
        [undefined, 2],
      ],
    },
    { kind: "image", image },
    { kind: "table", columns: ["a"], rows: [[3]] },
    { kind: "table", columns: ["x"], rows: [[1], [2]] },
  ]);
});

test("G11 what is not of our shape stays a row of fields, with nothing of it left out", () => {
  const odd = [
    { ...image, more: "x" },
    { kind: "image", name: "logo" },
    { kind: "table", columns: ["a", "b"], rows: [[1]] },
    { kind: "table", columns: ["a"] },
  ];
  const [part, ...more] = previewParts(odd);
  expect(more).toEqual([]);
  expect(part).toMatchObject({ kind: "table" });
  const shown = part?.kind === "table" ? part.rows.flat().filter((cell) => cell !== undefined) : [];
  for (const value of odd.flatMap((item) => Object.values(item))) expect(shown).toContainEqual(value);
});
