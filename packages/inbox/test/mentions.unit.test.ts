import { expect, test } from "vitest";
import { membersLike, nameBefore, putName, splitAtNames, stillNamed } from "../src/features/action/history/mention-text.ts";

const ada = { id: "1", name: "Ada" };
const adaFirst = { id: "2", name: "Ada First" };
const otherAda = { id: "3", name: "Ada" };

test.each([
  ["@", 1, { from: 0, query: "" }],
  ["Hi @Ada F", 9, { from: 3, query: "Ada F" }],
  ["(@ad", 4, { from: 1, query: "ad" }],
  ["first\n@b", 8, { from: 6, query: "b" }],
  ["@a @b", 5, { from: 3, query: "b" }],
  ["@Ada", 0, undefined],
  ["ada@example.test", 16, undefined],
  ["@Ada\nmore", 9, undefined],
  ["@@", 2, undefined],
  [`@${"a".repeat(61)}`, 62, undefined],
])("in %j with the caret at %i the name that is typed is %j", (text, caret, expected) => {
  expect(nameBefore(text, caret)).toEqual(expected);
});

test("members are found by the beginning of any word of their name, in any case", () => {
  const members = [{ name: "Ada First" }, { name: "Fred Adams" }, { name: "Zoë Ärger" }];
  expect(membersLike(members, "ad").map(({ name }) => name)).toEqual(["Ada First", "Fred Adams"]);
  expect(membersLike(members, "ä").map(({ name }) => name)).toEqual(["Zoë Ärger"]);
  expect(membersLike(members, "ada first, look")).toEqual([]);
});

test("a name takes the place of what was typed, with one space before what follows", () => {
  expect(putName("Hi @a, look", { from: 3, caret: 5, name: "Ada" })).toEqual({ text: "Hi @Ada, look", caret: 7 });
  expect(putName("Hi @a", { from: 3, caret: 5, name: "Ada" })).toEqual({ text: "Hi @Ada ", caret: 8 });
  expect(putName("Hi @a look", { from: 3, caret: 5, name: "Ada" })).toEqual({ text: "Hi @Ada look", caret: 8 });
});

test("a comment is split at the names of those it mentions, the longest first, and nothing of it is lost", () => {
  const text = "@Ada First, @Ada and @Adam: @Bob";
  const parts = splitAtNames(text, [ada, adaFirst]);
  expect(parts.filter(({ isName }) => isName).map((part) => part.text)).toEqual(["@Ada First", "@Ada"]);
  expect(parts.map((part) => part.text).join("")).toBe(text);
  expect(splitAtNames("", [ada])).toEqual([]);
  expect(splitAtNames("@Ada", [])).toEqual([{ text: "@Ada", isName: false }]);
});

test("whose name was removed is mentioned no more; of two with one name, as many as there are names", () => {
  expect(stillNamed("@Ada First", [ada, adaFirst])).toEqual([adaFirst]);
  expect(stillNamed("@Ad", [ada])).toEqual([]);
  expect(stillNamed("@Ada @Ada", [ada, otherAda])).toEqual([ada, otherAda]);
  expect(stillNamed("@Ada", [ada, otherAda])).toEqual([ada]);
});
