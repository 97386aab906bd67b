import { fc } from "../../../test/support/property.ts";
import { expect, test } from "vitest";
import type { Json } from "@countersign/protocol";
import { comparableText } from "../src/ui/diff/comparable-text.ts";
import { diffLines, foldSame, pairLines } from "../src/ui/diff/diff-lines.ts";
import { fieldChanges, sameJson } from "../src/ui/diff/field-changes.ts";
import { editableJson } from "../src/ui/diff/json.ts";
import { markWords } from "../src/ui/diff/mark-words.ts";

const text = fc.array(fc.constantFrom("a", "b", "\n", "\r\n", " ", "word", "é", "\u202e")).map((parts) => parts.join(""));

test("a comparison holds every line of both texts, in order", () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = diffLines(before, after);
      const side = (left: string): string =>
        lines
          .filter(({ kind }) => kind !== left)
          .map((line) => line.text)
          .join("");
      expect(side("added")).toBe(before);
      expect(side("removed")).toBe(after);
    }),
  );
});

test("folding and pairing lose no line", () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = diffLines(before, after);
      expect(foldSame(lines, 1).flatMap((stretch) => stretch.lines)).toEqual(lines);
      const paired = pairLines(lines).flatMap((pair) =>
        pair.before === pair.after ? [pair.before] : [pair.before, pair.after],
      );
      expect(new Set(paired.filter((line) => line !== null))).toEqual(new Set(lines));
    }),
  );
});

test("no changed line is ever folded away", () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const folded = foldSame(diffLines(before, after)).filter(({ kind }) => kind === "fold");
      expect(folded.flatMap(({ lines }) => lines).every(({ kind }) => kind === "same")).toBe(true);
    }),
  );
});

test("a long unchanged run is folded but for its context", () => {
  const lines = Array.from({ length: 40 }, (_, index) => `line ${index}\n`);
  const after = lines.with(20, "changed\n");
  const stretches = foldSame(diffLines(lines.join(""), after.join("")));
  expect(stretches.map(({ kind, lines: part }) => [kind, part.length])).toEqual([
    ["fold", 17],
    ["lines", 8],
    ["fold", 16],
  ]);
});

test("texts too different to align are shown whole, one after the other", () => {
  const before = Array.from({ length: 3000 }, (_, index) => `old ${index}\n`).join("");
  const after = Array.from({ length: 3000 }, (_, index) => `new ${index}\n`).join("");
  expect(diffLines(before, after).map(({ kind }) => kind)).toEqual([
    ...Array(3000).fill("removed"),
    ...Array(3000).fill("added"),
  ]);
});

test("word marks joined give both lines back", () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const marks = markWords(before, after);
      if (marks === null) return;
      expect(marks.before.map((mark) => mark.text).join("")).toBe(before);
      expect(marks.after.map((mark) => mark.text).join("")).toBe(after);
    }),
  );
});

test("fields are compared by path; a list is compared whole", () => {
  const before = { path: "a", meta: { owner: "ann", tags: [1] }, gone: true };
  const after = { path: "a", meta: { owner: "bob", tags: [1, 2] }, fresh: "x" };
  expect(fieldChanges(before, after).map(({ path, kind }) => [path.join("."), kind])).toEqual([
    ["path", "same"],
    ["meta.owner", "changed"],
    ["meta.tags", "changed"],
    ["fresh", "added"],
    ["gone", "removed"],
  ]);
});

test("a field named like a prototype's is data", () => {
  const before = JSON.parse('{"__proto__": 1}') as Json;
  expect(fieldChanges(before, { toString: "x" }).map(({ path, kind }) => [path[0], kind])).toEqual([
    ["toString", "added"],
    ["__proto__", "removed"],
  ]);
});

test("equal data is the same in any order of keys", () => {
  expect(sameJson({ a: [1, { b: null }], c: "x" }, { c: "x", a: [1, { b: null }] })).toBe(true);
  expect(sameJson({ a: 1 }, { a: "1" })).toBe(false);
  expect(sameJson([], {})).toBe(false);
});

test("a change of type shows although both read alike", () => {
  expect(comparableText("5", 5)).toEqual({ before: '"5"', after: "5" });
  expect(comparableText(null, "new\n")).toEqual({ before: "", after: "new\n" });
});

test("editable JSON shows what is invisible and reads back the same", () => {
  const value = { "k\u200b": "\u202eab\u{e0041} \u00a0\n\u2028", plain: "a  b", wide: " ".repeat(60) };
  expect(editableJson(value)).not.toMatch(/[\u200b\u202e\u00a0\u2028\u{e0041}]/u);
  fc.assert(
    fc.property(
      fc.oneof(fc.constant(value as Json), fc.jsonValue() as fc.Arbitrary<Json>, fc.string({ unit: "binary" })),
      (one) => {
        expect(JSON.parse(editableJson(one))).toEqual(JSON.parse(JSON.stringify(one)));
      },
    ),
  );
});
