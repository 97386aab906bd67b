import { expect, test } from "vitest";
import { previewAnswerSchema } from "../src/index.ts";

const content = {
  kind: "object",
  type: "price",
  elementId: null,
  path: "spring/chair",
  revision: null,
  fields: [{ name: "amount", kind: "money", title: "Price" }],
  changed: ["amount"],
  references: [],
  file: null,
  hasPage: false,
};
const state = (amount: string) => ({
  path: "spring/chair",
  value: { amount: { amount, currency: "EUR" } },
  tags: [],
  published: false,
});
const drawn = {
  version: 1,
  preview: { title: "Change a price", content },
  target: "price:spring/chair",
  snapshot: "r1",
  current: state("10.00"),
  proposed: state("12.00"),
};
const faultsOf = (answer: object): string[] =>
  (previewAnswerSchema.safeParse(answer).error?.issues ?? []).map(({ path, message }) => `/${path.join("/")} ${message}`);

test("an answer is a preview, with what it changes where that is known, or faults, or that the preview failed", () => {
  expect(faultsOf(drawn)).toEqual([]);
  expect(previewAnswerSchema.parse(drawn)).toEqual(drawn);
  expect(faultsOf({ version: 1, preview: { title: "Plain" } })).toEqual([]);
  expect(faultsOf({ ...drawn, current: null })).toEqual([]);
  expect(faultsOf({ version: 1, faults: [{ path: "/amount", message: "must be more" }] })).toEqual([]);
  expect(faultsOf({ version: 1, failed: true })).toEqual([]);
});

test.each([
  ["neither", { version: 1 }, "must have one of `preview`, `faults` and `failed`"],
  ["both", { ...drawn, faults: [{ path: "", message: "no" }] }, "must have one of `preview`, `faults` and `failed`"],
  ["a preview that failed beside one that did not", { ...drawn, failed: true }, "must have one of"],
  ["a failed preview that did not fail", { version: 1, failed: false }, "/failed "],
  ["a target beside a failed preview", { version: 1, failed: true, target: "a:b", snapshot: "r" }, "/target must not"],
  ["no fault in the list", { version: 1, faults: [] }, "/faults "],
  ["a target without a version", { ...drawn, snapshot: undefined }, "go together"],
  ["values without a target", { ...drawn, target: undefined, snapshot: undefined }, "/target must be there"],
  [
    "a target beside faults",
    { version: 1, faults: [{ path: "", message: "no" }], target: "a:b", snapshot: "r" },
    "/target must not",
  ],
  ["a target without a word before it", { ...drawn, target: "chair" }, "/target must be a word"],
  ["a target that could be taken for one of content", { ...drawn, target: "object:/products/chair" }, "/target must not begin"],
  ["a control character in a target", { ...drawn, target: "price:a\u0007" }, "/target must be a word"],
  ["a snapshot without end", { ...drawn, snapshot: "r".repeat(201) }, "/snapshot "],
])("refuses %s", (_name, answer, said) => {
  expect(faultsOf(answer).join("\n")).toContain(said);
});

test("fields that are declared are shown as the values say, no more and no less", () => {
  const withContent = (more: object) => ({ ...drawn, preview: { title: "x", content: { ...content, ...more } } });
  expect(faultsOf(withContent({ changed: [] }))).toEqual(["/preview/content/changed must name what differs: amount"]);
  expect(faultsOf(withContent({ changed: ["amount", "tags"] }))).toHaveLength(1);
  expect(faultsOf(withContent({ hasPage: true }))).toEqual([
    "/preview/content/hasPage must be false; a worker has no pages here",
  ]);
  expect(faultsOf(withContent({ fields: [{ name: "amount", kind: "magic" }] })).join()).toContain(
    "/preview/content/fields/0/kind",
  );
  expect(faultsOf({ ...drawn, proposed: { amount: 12 } }).join()).toContain("/proposed/value");
  expect(faultsOf({ ...drawn, proposed: { ...state("12.00"), hidden: 1 } }).join()).toContain("/proposed");
  expect(faultsOf({ ...drawn, current: null, proposed: null }).join()).toContain("one of `current` and `proposed`");
});
