import { CompletionContext } from "@codemirror/autocomplete";
import { EditorState } from "@codemirror/state";
import type { Json } from "@countersign/protocol";
import { expect, test } from "vitest";
import { completeInput } from "../src/ui/code/complete-input.ts";
import { typeOf } from "../src/ui/code/type-of.ts";

const SCHEMA: Json = {
  type: "object",
  required: ["id", "lines"],
  properties: {
    id: { type: "string", description: "Of the order" },
    note: { type: ["string", "null"] },
    kind: { enum: ["a", "b"] },
    lines: { type: "array", items: { type: "object", required: ["amount"], properties: { amount: { type: "integer" } } } },
    address: { type: "object", properties: { city: { type: "string" }, "post code": { const: 1 } } },
  },
};

test("a schema is told as TypeScript would write it", () => {
  expect(typeOf(SCHEMA)).toBe(
    '{ id: string; note?: string | null; kind?: "a" | "b"; lines: { amount: number }[]; address?: { city?: string; "post code"?: 1 } }',
  );
  expect(typeOf({ anyOf: [{ type: "number" }, { type: "array", items: { type: ["string", "null"] } }] })).toBe(
    "number | (string | null)[]",
  );
  expect([typeOf(null), typeOf({}), typeOf({ type: "object", properties: {} })]).toEqual(["unknown", "unknown", "{}"]);
});

/** Labels of the completions offered at the end of `text`. */
const offered = (text: string): string[] => {
  const context = new CompletionContext(EditorState.create({ doc: text }), text.length, false);
  return completeInput(() => SCHEMA)(context)?.options.map(({ label }) => label) ?? [];
};

test("the editor completes the fields of the input, at any depth, and what the sandbox has", () => {
  expect(offered("return input.")).toEqual(["id", "note", "kind", "lines", "address"]);
  expect(offered("input.address?.c")).toEqual(["city", "post code"]);
  expect(offered("answer.")).toContain("json()");
  expect(offered("console.")).toEqual(["log", "warn", "error"]);
  expect(offered("const x = in")).toEqual(["input", "fetch", "console"]);
  expect(offered("other.thing.")).toEqual([]);
  expect(offered("input.toString.constructor.")).toEqual([]);
});
