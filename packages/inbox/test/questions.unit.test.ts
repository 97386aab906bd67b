import { expect, test } from "vitest";
import {
  ACTION_STATUSES,
  readQuestion,
  type AskedQuestion,
  type Json,
  type JsonObject,
  type QuestionField,
} from "@countersign/protocol";
import {
  draftOf,
  enteredWords,
  isAnswer,
  readAnswerDraft,
  type AnswerDraft,
} from "../src/features/action/question/answer-draft.ts";
import { limitsOf } from "../src/features/action/question/limits.ts";
import { toInstant, toLocal } from "../src/ui/local-time.ts";
import { faultsOfAnswer, plainFault } from "../src/features/action/question/plain-faults.ts";
import { isInTitle, questionHeading } from "../src/features/action/question/question-words.ts";

const PROPERTIES: JsonObject = {
  size: { type: "string", oneOf: [{ const: "S", title: "Small" }] },
  count: { type: "integer" },
  price: { type: "number" },
  extras: { type: "array", items: { type: "string", enum: ["box", "card"] } },
  pair: { type: "array", items: { type: "string", enum: ["a", "b", "c"] }, minItems: 2 },
  gift: { type: "boolean" },
  at: { type: "string", format: "date-time" },
};

/** A question that asks for this field. */
function asking(name: string, isRequired: boolean, answer?: JsonObject): AskedQuestion {
  const required = isRequired ? { required: [name] } : {};
  const form = { type: "object", properties: { [name]: PROPERTIES[name] ?? { type: "string" } }, ...required };
  return readQuestion({ question: "Which?", form, ...(answer && { answer }) })!;
}
const read = (name: string, entered: AnswerDraft[string] | undefined, isRequired = false): Json | undefined => {
  const result = readAnswerDraft(asking(name, isRequired), entered === undefined ? {} : { [name]: entered });
  return result.ok ? (result.answer[name] ?? "left out") : `! ${result.faults.get(name)}`;
};

test.each<[string, AnswerDraft[string] | undefined, Json]>([
  ["size", "S", "S"],
  ["size", undefined, "left out"],
  ["count", " 2 ", 2],
  ["count", "-3", -3],
  ["count", "two", "! This must be a whole number."],
  ["count", "1.5", "! This must be a whole number."],
  ["count", "1e3", "! This must be a whole number."],
  ["count", "999999999999999", 999_999_999_999_999],
  ["count", "12345678901234567890", "! This number has more digits than can be stored exactly."],
  ["price", "1.50", 1.5],
  ["price", "1,50", "! This is not a number."],
  ["price", "0.1234567890123456", "! This number has more digits than can be stored exactly."],
  ["gift", "yes", true],
  ["gift", "no", false],
  ["extras", ["box"], ["box"]],
  ["extras", [], "left out"],
  ["pair", undefined, "left out"],
  ["pair", ["a"], "! Choose at least 2."],
  ["at", "no time", "! This is not a valid time."],
])("%s entered as %j is %j", (name, entered, answer) => {
  expect(read(name, entered)).toEqual(answer);
});

test.each<[string, AnswerDraft[string] | undefined, Json]>([
  ["size", undefined, "! This is required."],
  ["count", "", "! This is required."],
  ["gift", undefined, "! This is required."],
  ["extras", undefined, []],
  ["extras", [], []],
  ["pair", undefined, "! Choose at least 2."],
  ["pair", ["b", "c"], ["b", "c"]],
])("required, %s entered as %j is %j", (name, entered, answer) => {
  expect(read(name, entered, true)).toEqual(answer);
});

test("what every object has is neither an entry nor an answer", () => {
  const properties = { valueOf: { type: "string" } } as const;
  const asked: AskedQuestion = { question: "Which?", form: { type: "object", properties }, answer: {} };
  expect(readAnswerDraft(asked, {})).toEqual({ ok: true, answer: {} });
  expect(draftOf(asked)).toEqual({});
});

test.each<[string, Json]>([
  ["size", "S"],
  ["count", 0],
  ["price", 0.25],
  ["extras", []],
  ["extras", ["card", "box"]],
  ["gift", false],
  ["at", "2026-12-24T18:00:00.000Z"],
  ["at", "2026-07-01T00:00:30.500Z"],
])("%s answered with %j comes back from its draft", (name, value) => {
  const asked = asking(name, true, { [name]: value });
  expect(readAnswerDraft(asked, draftOf(asked))).toEqual({ ok: true, answer: { [name]: value } });
  expect(isAnswer(asked, draftOf(asked))).toBe(true);
  expect(isAnswer(asking(name, true), draftOf(asked))).toBe(false);
});

test("an answer is the draft's whatever the order of its parts", () => {
  const form: JsonObject = { type: "object", properties: { a: { type: "string" }, b: { type: "string" } } };
  const asked = readQuestion({ question: "Which?", form, answer: { b: "2", a: "1" } })!;
  expect(isAnswer(asked, { a: "1", b: "2" })).toBe(true);
  expect(isAnswer(asked, { a: "1", b: "3" })).toBe(false);
});

test("a time is entered in the browser's zone and sent as an instant", () => {
  expect(toInstant("2026-12-24T18:00")).toBe(new Date(2026, 11, 24, 18).toISOString());
  expect(toLocal("2026-12-24T18:00:00+02:00")).toBe(toLocal("2026-12-24T16:00:00Z"));
  expect(toLocal(toInstant("2026-12-24T18:00")!)).toBe("2026-12-24T18:00");
  expect(toLocal(toInstant("2026-12-24T18:00:05")!)).toBe("2026-12-24T18:00:05");
  expect([toInstant(""), toLocal("soon")]).toEqual([undefined, ""]);
});

test.each<[string, AnswerDraft[string], string[]]>([
  ["size", "S", ["Small"]],
  ["extras", ["box", "card"], ["box", "card"]],
  ["gift", "no", ["No"]],
  ["at", "2026-12-24T18:00", ["2026-12-24 18:00"]],
  ["count", "two", ["two"]],
])("%s entered as %j reads %j", (name, entered, words) => {
  expect(enteredWords(asking(name, false).form.properties[name]!, entered)).toEqual(words);
});

test.each([
  ['must match format "email"', "This is not an e-mail address."],
  ['must match format "uri"', "This is not an address such as https://example.com."],
  ['must match format "date"', "This is not a date such as 2026-12-24."],
  ['must match format "date-time"', "This is not a time such as 2026-12-24T18:00:00Z."],
  ['must match format "toString"', 'must match format "toString"'],
  ["must be <= 9", "At most 9."],
  ["must be >= -0.5", "At least -0.5."],
  ["must NOT have fewer than 2 items", "At least 2."],
  ["must NOT have fewer than 1 characters", "At least 1."],
  ["must NOT have more than 200 characters", "At most 200."],
  ["must be string", "must be string"],
])("%s is told as %s", (message, plain) => {
  expect(plainFault(message)).toBe(plain);
});

test("the faults of an answer have their paths from the answer on", () => {
  const errors = [
    { path: "/userEdits/answer/count", message: "must be <= 9" },
    { path: "/userEdits/answer", message: "is required" },
  ];
  expect(faultsOfAnswer({ errors } as Parameters<typeof faultsOfAnswer>[0])?.errors).toEqual([
    { path: "/count", message: "At most 9." },
    { path: "", message: "is required" },
  ]);
  expect(faultsOfAnswer(null)).toBeNull();
});

test("a heading says whether the agent gets the answer", () => {
  const headings = ACTION_STATUSES.map((status) => [status, questionHeading(status, true)]);
  expect(Object.fromEntries(headings)).toMatchObject({
    pending: "Question and proposed answer",
    approved: "Question and answer",
    executing: "Question and answer",
    executed: "Question and answer",
    rejected: "Question and the answer that was not sent",
    refined: "Question and the answer that was not sent",
    expired: "Question and the answer that was not sent",
    cancelled: "Question and the answer that was not sent",
  });
  for (const status of ACTION_STATUSES) expect(questionHeading(status, false)).toBe("The agent's question");
});

test.each([
  ["Which?", "Question: Which?", true],
  ["Which\none?", "Question: Which\none?", false],
  ["Which one of them?", "Question: Which one…", false],
])("%j is whole in the title %j: %s", (question, title, whole) => {
  expect(isInTitle(question, title)).toBe(whole);
});

const list = { type: "array" as const, items: { type: "string" as const, enum: ["a", "b", "c", "d"] } };

test.each<[QuestionField, string | undefined]>([
  [{ type: "string" }, undefined],
  [{ type: "string", minLength: 0 }, undefined],
  [{ type: "string", maxLength: 200 }, "at most 200 characters"],
  [{ type: "string", minLength: 1, maxLength: 10_000 }, "1 to 10,000 characters"],
  [{ type: "string", minLength: 1 }, "at least 1 character"],
  [{ type: "string", minLength: 5, maxLength: 5 }, "exactly 5 characters"],
  [{ type: "string", enum: ["S"] }, undefined],
  [{ type: "integer" }, undefined],
  [{ type: "integer", minimum: 1, maximum: 9 }, "1 to 9"],
  [{ type: "integer", minimum: 0 }, "at least 0"],
  [{ type: "integer", minimum: 1900, maximum: 2100 }, "1900 to 2100"],
  [{ type: "number", minimum: 3 }, "at least 3"],
  [{ type: "number", maximum: -0.25 }, "at most -0.25"],
  [{ type: "number", minimum: 2, maximum: 2 }, "exactly 2"],
  [{ type: "integer", minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }, undefined],
  [{ type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER }, "at least 1"],
  [{ type: "boolean" }, undefined],
  [list, undefined],
  [{ ...list, minItems: 0, maxItems: 4 }, "at most 4 choices"],
  [{ ...list, minItems: 2, maxItems: 4 }, "2 to 4 choices"],
  [{ ...list, minItems: 1, maxItems: 1 }, "exactly 1 choice"],
])("the limits of %j are %s", (field, limits) => {
  expect(limitsOf(field)).toBe(limits);
});
