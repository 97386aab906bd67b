import { expect, test } from "vitest";
import type { ContentField, ElementRevision, Json, JsonObject, Problem } from "@countersign/protocol";
import { fc } from "../../../test/support/property.ts";
import { readContentSearch, readNewElementSearch } from "../src/page-search.ts";
import { foldersOf, publishedWords } from "../src/features/content/read-element.ts";
import {
  carryOver,
  changesOf,
  meet,
  readPlace,
  writePlace,
  type Draft,
  setFaults,
} from "../src/features/content/editor/draft.ts";
import { threeWayParts, touchedIn } from "../src/features/content/drawing/three-way-parts.ts";

const FIELDS: ContentField[] = [
  { name: "title", kind: "text", localized: true },
  { name: "price", kind: "money" },
  { name: "stock", kind: "number" },
];
const texts = fc.constantFrom("a", "b", "c");
const draft: fc.Arbitrary<Draft> = fc.record({
  value: fc.record(
    {
      title: fc.dictionary(fc.constantFrom("en", "de"), texts, { minKeys: 1 }),
      price: fc.record({ amount: texts, currency: fc.constant("EUR") }),
      stock: fc.integer({ min: 0, max: 3 }),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<JsonObject>,
  tags: fc.uniqueArray(fc.constantFrom("t1", "t2")).map((tags) => tags.sort()),
});

/** Applies changes as the server does: fields are replaced, null empties, a localised field is merged by language. */
function written(base: Draft, changes: ReturnType<typeof changesOf>): Draft {
  const value: Record<string, Json> = { ...base.value };
  for (const [name, to] of Object.entries(changes?.set ?? {})) {
    const isByLanguage = FIELDS.some((field) => field.name === name && field.localized) && to !== null;
    const next = isByLanguage ? { ...(value[name] as JsonObject | undefined), ...(to as JsonObject) } : to;
    const filled = isByLanguage
      ? Object.fromEntries(Object.entries(next as JsonObject).filter(([, one]) => one !== null))
      : next;
    if (filled === null || (isByLanguage && Object.keys(filled as JsonObject).length === 0)) delete value[name];
    else value[name] = filled;
  }
  return { value, tags: changes?.tags ?? base.tags };
}

test("what is sent makes the base what was typed, and nothing is sent where nothing differs", () => {
  fc.assert(
    fc.property(draft, draft, (base, typed) => {
      expect(written(base, changesOf(FIELDS, base, typed))).toEqual(typed);
      expect(changesOf(FIELDS, typed, typed)).toBeNull();
    }),
  );
});

test("an edit of one language sends this language alone", () => {
  const base: Draft = { value: { title: { en: "Chair", de: "Stuhl" } }, tags: [] };
  const place = { field: FIELDS[0] as ContentField, language: "de", key: "title de" };
  expect(changesOf(FIELDS, base, writePlace(base, place, "Sessel"))).toEqual({ set: { title: { de: "Sessel" } } });
  expect(changesOf(FIELDS, base, writePlace(base, place, undefined))).toEqual({ set: { title: { de: null } } });
});

test("two people's changes are put together: nothing of either is lost where only one of them changed it", () => {
  fc.assert(
    fc.property(draft, draft, draft, fc.boolean(), (base, mine, theirs, keepsMine) => {
      const met = meet(FIELDS, base, mine, theirs);
      const merged = carryOver(FIELDS, { base, mine, theirs }, () => keepsMine);
      for (const place of met.mine) expect(readPlace(merged, place)).toEqual(readPlace(mine, place));
      for (const place of met.theirs) expect(readPlace(merged, place)).toEqual(readPlace(theirs, place));
      for (const place of met.both) expect(readPlace(merged, place)).toEqual(readPlace(keepsMine ? mine : theirs, place));
    }),
  );
});

test("two languages of one field are no conflict", () => {
  const base: Draft = { value: { title: { en: "a", de: "a" } }, tags: [] };
  const mine: Draft = { value: { title: { en: "mine", de: "a" } }, tags: [] };
  const theirs: Draft = { value: { title: { en: "a", de: "theirs" } }, tags: ["t1"] };
  expect(meet(FIELDS, base, mine, theirs).both).toEqual([]);
  expect(carryOver(FIELDS, { base, mine, theirs }, () => true)).toEqual({
    value: { title: { en: "mine", de: "theirs" } },
    tags: ["t1"],
  });
});

test("faults of the server stand at their fields, all others above", () => {
  const problem = {
    errors: [
      { path: "/set/price/amount", message: "must be a number" },
      { path: "/value/title", message: "is required" },
      { path: "/set/nothing", message: "is no field" },
    ],
  } as Problem;
  const faults = setFaults(problem, ["price", "title"]);
  expect(faults.get("price")).toBe("amount: must be a number");
  expect(faults.get("title")).toBe("is required");
  expect(faults.get("")).toBe("nothing: is no field");
});

const state = (value: JsonObject, tags: string[] = []) => ({ path: "/a", value, tags, published: true });

test("three states: each part that somebody changed, and by whom last", () => {
  const then = state({ price: { amount: "1", currency: "EUR" }, stock: 1 });
  const now = state({ price: { amount: "2", currency: "EUR" }, stock: 1 }, ["t1"]);
  const proposed = state({ price: { amount: "3", currency: "EUR" }, stock: 5 });
  const parts = threeWayParts(FIELDS, then, now, proposed);
  expect(parts.map(({ change, isProposed, isTouched }) => [change.name, isProposed, isTouched])).toEqual([
    ["price", true, true],
    ["stock", true, false],
    ["tags", false, true],
  ]);
  const revision = (number: number, amount: string, tags: string[]): ElementRevision => ({
    revision: number,
    path: "/a",
    value: { price: { amount, currency: "EUR" } },
    tags,
    published: number,
    file: null,
    pendingActionId: null,
    restored: null,
    modifiedAt: "2026-01-01T00:00:00Z",
    modifiedBy: { kind: "user", id: `u${number}`, name: `Person ${number}` },
  });
  const revisions = [revision(4, "2", ["t1"]), revision(3, "2", []), revision(2, "1", []), revision(1, "0", [])];
  expect(touchedIn(revisions, 2, { part: "field", name: "price" })?.modifiedBy.name).toBe("Person 3");
  expect(touchedIn(revisions, 2, { part: "tags", name: "tags" })?.modifiedBy.name).toBe("Person 4");
  expect(touchedIn(revisions, 2, { part: "field", name: "stock" })).toBeUndefined();
});

test("addresses of the content's pages: what is unknown in them is as if it were not there", () => {
  expect(readContentSearch({ kind: "asset", folder: "/a", q: "", type: 7, more: "x" })).toEqual({
    kind: "asset",
    folder: "/a",
  });
  expect(readContentSearch({ kind: "else" })).toEqual({});
  expect(readNewElementSearch({ kind: "asset", type: "asset", path: "/a" })).toEqual({ type: "asset", path: "/a" });
  expect(readNewElementSearch({ kind: "object", type: "product", path: "a" })).toEqual({ kind: "object", type: "product" });
  expect(foldersOf("/products/chairs").map(({ path }) => path)).toEqual(["/", "/products", "/products/chairs"]);
});

test("what visitors see is said of the revision they see", () => {
  expect(publishedWords({ published: null, revision: 3 })).toMatch(/nothing/);
  expect(publishedWords({ published: 3, revision: 3 })).toMatch(/this revision/);
  expect(publishedWords({ published: 2, revision: 3 })).toMatch(/revision 2/);
});
