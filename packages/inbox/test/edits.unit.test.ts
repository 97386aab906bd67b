import { expect, test } from "vitest";
import { makeDraft, readDraft, readJsonDraft, WHOLE } from "../src/ui/input-form/edit-draft.ts";
import { editFaults } from "../src/ui/field-faults.ts";
import { readQueueSearch, filterOf } from "../src/features/queue/queue-search.ts";
import { gistOf } from "../src/features/queue/gist-of.ts";
import { relativeTime } from "../src/ui/time-words.ts";

const input = { path: "a.md", content: "one\ntwo", size: 3, crlf: "a\r\nb" };

test("an untouched draft edits nothing", () => {
  expect(readDraft(makeDraft(input), input)).toEqual({ ok: true, userEdits: {} });
});

test("text a text area would change is edited as JSON", () => {
  expect(makeDraft(input).map(({ name, form }) => [name, form])).toEqual([
    ["path", "text"],
    ["content", "text"],
    ["size", "json"],
    ["crlf", "json"],
  ]);
});

test("only changed keys are sent", () => {
  const fields = makeDraft(input).map((field) => (field.name === "content" ? { ...field, text: "one" } : field));
  expect(readDraft(fields, input)).toEqual({ ok: true, userEdits: { content: "one" } });
});

test("what is not JSON is named by its key", () => {
  const fields = makeDraft(input).map((field) => (field.name === "size" ? { ...field, text: "{" } : field));
  expect(readDraft(fields, input)).toEqual({ ok: false, faults: new Map([["size", "This is not valid JSON."]]) });
});

test("the whole as JSON may add a key but not take one away", () => {
  expect(readJsonDraft(JSON.stringify({ ...input, extra: 1 }), input)).toEqual({ ok: true, userEdits: { extra: 1 } });
  const without = readJsonDraft('{"path":"a.md"}', input);
  expect(without.ok ? undefined : without.faults.get(WHOLE)).toContain("content, size, crlf");
  expect(readJsonDraft("[]", input).ok).toBe(false);
});

test("a key named __proto__ is edited as data", () => {
  const read = readJsonDraft('{"__proto__": {"x": 1}}', {});
  expect(read.ok && Object.hasOwn(read.userEdits, "__proto__")).toBe(true);
});

test("the server's faults land at their field", () => {
  const faults = editFaults(
    [
      { path: "/userEdits/content", message: "is too long" },
      { path: "/items/0/a~1b", message: "is required" },
      { path: "/userEdits/other", message: "is not an input of this tool" },
      { path: "", message: "is refused" },
    ],
    ["content", "items"],
  );
  expect(Object.fromEntries(faults)).toEqual({
    content: "is too long",
    items: "0 › a/b: is required",
    [WHOLE]: "other: is not an input of this tool\nis refused",
  });
});

test("an address gives a filter, and what it does not know is dropped", () => {
  expect(filterOf(readQueueSearch({}), 0)).toEqual({ status: ["pending"], sort: "urgent" });
  expect(filterOf(readQueueSearch({ status: "all", tool: "t", evil: "x", q: "" }), 0)).toEqual({ toolName: "t" });
  expect(filterOf(readQueueSearch({ status: "rejected,nonsense" }), 0)).toEqual({ status: ["rejected"] });
});

test("similar rows are told apart by their input", () => {
  expect(gistOf({ isQuestion: false, preview: { title: "t" }, effectiveInput: { id: "a", n: [1] } })).toBe("id: a · n: [1]");
  expect(gistOf({ isQuestion: false, preview: { title: "t", summary: "s" }, effectiveInput: {} })).toBe("s");
});

test("times are told as people tell them", () => {
  const now = Date.parse("2030-01-01T12:00:00Z");
  expect(relativeTime(now + 10_000, now)).toBe("just now");
  expect(relativeTime(now - 3 * 60_000, now)).toBe("3 min ago");
  expect(relativeTime(now + 2 * 3_600_000, now)).toBe("in 2 hr");
});
