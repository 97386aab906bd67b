import { applyTextEdits } from "@countersign/protocol";
import { describe, expect, test } from "vitest";
import { fc, runs } from "../../../test/support/property.ts";
import { editsBetween } from "../src/features/action/edit/edits-between.ts";
import { isAsWritten, readResult, toFile, type FileResult } from "../src/features/action/edit/result-text.ts";

// Few different lines, so that most occur several times.
const line = fc.constantFrom("", "a", "b", "aa", "a b", "{", "}", "  }", "ä€", "\u{1f600}", "a\r", "\r", "\tb");
const text = fc
  .tuple(fc.array(line, { maxLength: 30 }), fc.constantFrom("\n", "\r\n"), fc.boolean())
  .map(([lines, end, isEnded]) => lines.join(end) + (isEnded && lines.length > 0 ? end : ""));
/** A text that differs from another one in a few lines. */
const variant = (before: string) =>
  fc
    .array(fc.tuple(fc.nat(), fc.constantFrom("insert", "remove", "replace"), line), { minLength: 1, maxLength: 5 })
    .map((changes) => {
      const lines = before.split("\n");
      for (const [at, how, fresh] of changes)
        lines.splice(at % (lines.length + 1), how === "insert" ? 0 : 1, ...(how === "remove" ? [] : [fresh]));
      return lines.join("\n");
    });
const pair = text.chain((before) => fc.tuple(fc.constant(before), fc.oneof(text, variant(before), fc.string())));

const edited = (before: string, after: string) => applyTextEdits(before, editsBetween(before, after) ?? []);

describe("editsBetween", () => {
  test("the edits, applied in order by the tool's rule, give exactly the other text", () => {
    fc.assert(
      fc.property(pair, ([before, after]) => {
        fc.pre(before !== "");
        expect(edited(before, after)).toEqual({ ok: true, text: after });
        for (const { oldText, newText } of editsBetween(before, after)!) {
          expect(oldText).not.toBe("");
          expect(newText).not.toBe(oldText);
        }
      }),
      { numRuns: runs(2000) },
    );
  });

  test("each edit has whole lines, and no more around a change than it needs to be found", () => {
    const file = "one\ntwo\nthree\ntwo\nfour\n";
    expect(editsBetween(file, file)).toEqual([]);
    expect(editsBetween(file, file.replace("three", "3"))).toEqual([{ oldText: "three\n", newText: "3\n" }]);
    expect(editsBetween(file, "one\ntwo\nthree\n2\nfour\n")).toEqual([
      { oldText: "three\ntwo\nfour\n", newText: "three\n2\nfour\n" },
    ]);
    expect(editsBetween(file, `${file}five`)).toEqual([{ oldText: "four\n", newText: "four\nfive" }]);
    expect(editsBetween(file, file.slice(0, -1))).toEqual([{ oldText: "four\n", newText: "four" }]);
    expect(editsBetween("a\r\nb\r\n", "a\r\nc\r\n")).toEqual([{ oldText: "b\r\n", newText: "c\r\n" }]);
    expect(editsBetween("all", "")).toEqual([{ oldText: "all", newText: "" }]);
  });

  test("an empty file cannot be edited", () => {
    expect(editsBetween("", "")).toEqual([]);
    expect(editsBetween("", "text")).toBeNull();
  });

  test.each([
    ["many changes", 1000, (n: number) => (n % 2 === 0 ? `new ${n}` : "same")],
    ["a changed line among equal ones", 5000, (n: number) => (n === 2500 ? "other" : "same")],
    ["nothing alike", 4000, (n: number) => `other ${n}`],
  ])("%s are at most 200 edits", (_name, count, fresh) => {
    const lines = Array.from({ length: count }, (_, n) => n);
    const before = lines.map((n) => (fresh(n) === "same" || n === 2500 ? "same" : `old ${n}`)).join("\n");
    const after = lines.map(fresh).join("\n");
    expect(edited(before, after)).toEqual({ ok: true, text: after });
    expect(editsBetween(before, after)!.length).toBeLessThanOrEqual(200);
  });
});

describe("readResult", () => {
  const of = (before: string, after: string, input?: object) => {
    const edits = editsBetween(before, after)!.map((edit) => ({ ...edit }));
    return readResult({
      effectiveInput: { path: "a", edits, ...input },
      current: { path: "a", content: before },
      proposed: { path: "a", content: after },
    });
  };

  test("what stands in the text field gives back the file, with its line ends", () => {
    expect(of("a\nb\n", "a\nc\n")).toEqual({ before: "a\nb\n", shown: "a\nc\n", hasCrlf: false });
    const result = of("a\r\nb", "a\r\nc") as FileResult;
    expect(result).toEqual({ before: "a\r\nb", shown: "a\nc", hasCrlf: true });
    expect(toFile(result, "a\nd\n")).toBe("a\r\nd\r\n");
  });

  test("what a text field cannot hold, or what is not the whole file, is not offered", () => {
    expect(of("a\r\nb\n", "a\r\nc\n")).toBe("invisible");
    expect(of("a\nb\n", "a\n\u200bc\n")).toBe("invisible");
    expect(of("a\n", `${"b".repeat(200_001)}\n`)).toBe("tooLong");
    expect(of("a\nb\n", "a\nc\n", { edits: [{ oldText: "b", newText: "d" }] })).toBe("absent");
    expect(of("a\na\nb\n", "a\nc\n", { edits: [{ oldText: "a", newText: "c" }] })).toBe("absent");
    const effectiveInput = { edits: [{ oldText: "b", newText: "c" }] };
    expect(readResult({ effectiveInput, current: null, proposed: null })).toBe("absent");
    expect(readResult({ effectiveInput, current: { content: { bytes: 7 } }, proposed: { content: "c" } })).toBe("absent");
  });

  test.each([
    [[]],
    ["b"],
    [[{ oldText: "", newText: "c" }]],
    [[{ oldText: "b" }]],
    [[{ oldText: "b", newText: "c", all: true }]],
  ])("%j are no edits of a file", (edits) => {
    expect(readResult({ effectiveInput: { edits }, current: null, proposed: null })).toBeNull();
  });
});

test("a preview is the file that was written, or is not approved", () => {
  expect(isAsWritten({ proposed: { path: "a", content: "text\n" } }, "text\n")).toBe(true);
  expect(isAsWritten({ proposed: { path: "a", content: "text" } }, "text\n")).toBe(false);
  expect(isAsWritten({ proposed: null }, "")).toBe(false);
  expect(isAsWritten({ proposed: null }, null)).toBe(true);
});
