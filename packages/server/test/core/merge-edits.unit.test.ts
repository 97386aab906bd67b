import { readJson, type JsonObject } from "@countersign/protocol";
import { fc } from "../../../../test/support/property.ts";
import { expect, test } from "vitest";
import { canonicalJson } from "../../src/core/canonical-json.ts";
import { mergeEdits } from "../../src/core/merge-edits.ts";

const anyKey = { protectedKeys: [], knownKeys: null };
const object = (text: string): JsonObject => {
  const read = readJson(text);
  if (!read.ok) throw new Error(text);
  return read.value as JsonObject;
};

test("edits replace whole values, one level deep", () => {
  const input = { to: ["a", "b"], body: { text: "x", html: "y" }, count: 1 };
  const merged = mergeEdits(input, { to: ["c"], body: { text: "z" } }, anyKey);
  expect(merged).toEqual({ ok: true, value: { to: ["c"], body: { text: "z" }, count: 1 } });
  expect(input).toEqual({ to: ["a", "b"], body: { text: "x", html: "y" }, count: 1 });
});

test("a protected key cannot be edited, not even to the same value", () => {
  const merged = mergeEdits(
    { path: "a", content: "x" },
    { path: "a", content: "y" },
    { protectedKeys: ["path"], knownKeys: null },
  );
  expect(merged).toEqual({
    ok: false,
    errors: [{ path: "/userEdits/path", message: "is protected by the tool and cannot be edited" }],
  });
});

test("a key that neither the input nor the schema has is refused, all of them at once, paths escaped", () => {
  const merged = mergeEdits({ a: 1 }, { a: 2, b: 3, "x/y~z": 4, toString: 5 }, { protectedKeys: [], knownKeys: ["b"] });
  expect(merged.ok ? [] : merged.errors.map((error) => error.path)).toEqual(["/userEdits/x~1y~0z", "/userEdits/toString"]);
});

test("a key the schema has may be added", () => {
  expect(mergeEdits({ a: 1 }, { b: 2 }, { protectedKeys: [], knownKeys: ["a", "b"] })).toEqual({
    ok: true,
    value: { a: 1, b: 2 },
  });
});

test("__proto__, constructor and prototype are data", () => {
  const merged = mergeEdits(object('{"a":1}'), object('{"__proto__":{"admin":true},"constructor":1,"prototype":2}'), anyKey);
  if (!merged.ok) throw new Error("refused");
  expect(Object.getPrototypeOf(merged.value)).toBe(Object.prototype);
  expect((merged.value as { admin?: unknown }).admin).toBeUndefined();
  expect(canonicalJson(merged.value)).toBe('{"__proto__":{"admin":true},"a":1,"constructor":1,"prototype":2}');
  const refused = mergeEdits({ a: 1 }, object('{"__proto__":{}}'), { protectedKeys: [], knownKeys: ["a"] });
  expect(refused.ok ? [] : refused.errors.map((error) => error.path)).toEqual(["/userEdits/__proto__"]);
  const guarded = mergeEdits(object('{"__proto__":1}'), object('{"__proto__":2}'), {
    protectedKeys: ["__proto__"],
    knownKeys: null,
  });
  expect(guarded.ok).toBe(false);
});

test("every key of the result is the edit's where there is one, else the input's", () => {
  const anyObject = fc.dictionary(fc.oneof(fc.constantFrom("__proto__", "a", "b", "toString"), fc.string()), fc.jsonValue());
  fc.assert(
    fc.property(anyObject, anyObject, (first, second) => {
      const input = first as JsonObject;
      const edits = second as JsonObject;
      const merged = mergeEdits(input, edits, anyKey);
      if (!merged.ok) throw new Error("refused");
      const { value } = merged;
      expect(new Set(Object.keys(value))).toEqual(new Set([...Object.keys(input), ...Object.keys(edits)]));
      for (const key of Object.keys(value)) expect(value[key]).toBe(Object.hasOwn(edits, key) ? edits[key] : input[key]);
    }),
  );
});
