import { fc } from "../../../test/support/property.ts";
import { expect, test } from "vitest";
import { contentPreviewSchema, contentStateSchema, type ContentField, type Json, type Reference } from "@countersign/protocol";
import { blockChanges } from "../src/features/content/drawing/block-changes.ts";
import { contentChanges, languageChanges } from "../src/features/content/drawing/content-changes.ts";
import { formatDate, formatMoney, formatNumber, formatSize, plainValue } from "../src/features/content/drawing/format-value.ts";
import { isReordered, listChanges, readItems } from "../src/features/content/drawing/list-changes.ts";
import {
  filePath,
  isContentPreview,
  isContentState,
  readContentProposal,
} from "../src/features/content/drawing/read-content.ts";
import { tagTree } from "../src/features/content/drawing/tag-tree.ts";

const HASH = "a".repeat(64);
const file = { hash: HASH, mediaType: "image/png", size: 70, width: 1, height: 1 };
const reference = (id: string, path: string): Reference => ({
  id,
  kind: "tag",
  type: "tag",
  path,
  title: path.split("/").at(-1) ?? "",
  file: null,
});
const FIELDS: ContentField[] = [
  { name: "title", kind: "text", title: "Title", localized: true },
  { name: "price", kind: "money", currencies: ["EUR"] },
  { name: "body", kind: "blocks", blocks: [{ name: "quote", fields: [{ name: "text", kind: "text" }] }] },
];
const PREVIEW = {
  kind: "object",
  type: "product",
  elementId: "e1",
  path: "/products/oslo",
  revision: 3,
  fields: FIELDS,
  changed: ["price"],
  references: [{ ...reference("t1", "/season/summer"), file }],
  file: null,
  hasPage: false,
} as const;
const STATE = { path: "/products/oslo", value: { price: { amount: "12.50", currency: "EUR" } }, tags: ["t1"], published: true };

test("a preview is content only where the protocol's schema says so, whatever one part of it is replaced by", () => {
  expect(isContentPreview(PREVIEW as unknown as Json)).toBe(true);
  expect(isContentState(STATE)).toBe(true);
  const wrong = fc.constantFrom<Json>(null, 1, "x", true, [], [1], {}, { kind: "object" });
  const paths = [
    ...Object.keys(PREVIEW).map((name) => [name]),
    ["fields", 0],
    ["fields", 0, "name"],
    ["fields", 0, "kind"],
    ["fields", 0, "title"],
    ["fields", 2, "blocks"],
    ["fields", 2, "blocks", 0, "fields"],
    ["references", 0],
    ["references", 0, "path"],
    ["references", 0, "file"],
    ["references", 0, "file", "hash"],
    ["references", 0, "file", "size"],
  ];
  fc.assert(
    fc.property(fc.constantFrom(...paths), wrong, (path, value) => {
      const changed = structuredClone(PREVIEW) as unknown as Json;
      set(changed, path, value);
      // The page checks only the types it draws; the server checks names and lengths.
      const issues = contentPreviewSchema.safeParse(changed).error?.issues ?? [];
      const isOfTypes = issues.every(
        ({ code }) => code === "invalid_format" || code === "too_small" || code === "unrecognized_keys",
      );
      expect(isContentPreview(changed)).toBe(isOfTypes);
    }),
  );
  for (const name of Object.keys(STATE)) {
    const changed = { ...STATE, [name]: 7 };
    expect(isContentState(changed)).toBe(contentStateSchema.safeParse(changed).success);
  }
});

test("G11 a state that holds more than is drawn by kind is shown like every other value", () => {
  const preview = { title: "Change", content: PREVIEW as unknown as Json };
  expect(readContentProposal({ preview, current: STATE, proposed: STATE })).not.toBeNull();
  expect(readContentProposal({ preview, current: null, proposed: STATE })?.current).toBeNull();
  expect(readContentProposal({ preview, current: STATE, proposed: { ...STATE, more: 1 } })).toBeNull();
  expect(readContentProposal({ preview, current: null, proposed: null })).toBeNull();
  expect(readContentProposal({ preview: { title: "No content" }, current: STATE, proposed: STATE })).toBeNull();
});

const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
const value = fc.dictionary(
  fc.constantFrom("title", "price", "body", "extra", "__proto__"),
  fc.oneof(scalar, fc.array(scalar)),
);
const state = fc.record({
  path: fc.constantFrom("/a", "/b"),
  value: value as fc.Arbitrary<Record<string, Json>>,
  tags: fc.uniqueArray(fc.constantFrom("t1", "t2", "t3")),
  published: fc.boolean(),
});

test("G11 of two states every field is in the comparison, and what it says has changed is all that has", () => {
  fc.assert(
    fc.property(state, state, (before, after) => {
      const changes = contentChanges(FIELDS, before, after);
      const rebuilt = {
        path: before.path as string,
        value: { ...before.value },
        tags: before.tags,
        published: before.published,
      };
      for (const { part, name, kind, after: now } of changes) {
        if (kind === "same") continue;
        if (part === "path") rebuilt.path = now as string;
        else if (part === "tags") rebuilt.tags = (now ?? []) as typeof rebuilt.tags;
        else if (part === "published") rebuilt.published = now as boolean;
        else Object.defineProperty(rebuilt.value, name, { value: now, enumerable: true, configurable: true, writable: true });
      }
      const filled = (object: Record<string, Json>) =>
        Object.entries(object)
          .filter(([, one]) => one !== undefined && one !== null)
          .sort();
      expect(filled(rebuilt.value)).toEqual(filled(after.value));
      expect([rebuilt.path, rebuilt.tags, rebuilt.published]).toEqual([after.path, after.tags, after.published]);
      const named = changes.filter(({ part }) => part === "field" || part === "other").map(({ name }) => name);
      expect(new Set(named).size).toBe(named.length);
      for (const name of [...Object.keys(before.value), ...Object.keys(after.value)]) expect(named).toContain(name);
    }),
  );
});

test("an element that is made shows what it would hold; one that goes, what it held", () => {
  const made = contentChanges(FIELDS, null, STATE);
  expect(made.map(({ name, kind }) => [name, kind])).toEqual([
    ["path", "added"],
    ["price", "added"],
    ["tags", "added"],
    ["published", "added"],
  ]);
  expect(contentChanges(FIELDS, STATE, null).every(({ kind }) => kind === "removed")).toBe(true);
});

test("a localised field is compared language by language", () => {
  const changes = languageChanges({ en: "Chair", de: "Stuhl", fr: "x" }, { en: "Chair", de: "Sessel", it: "sedia" });
  expect(changes?.map(({ language, kind }) => `${language} ${kind}`)).toEqual([
    "en same",
    "de changed",
    "it added",
    "fr removed",
  ]);
  expect(languageChanges("no languages", {})).toBeNull();
});

const ids = fc.uniqueArray(fc.constantFrom(..."abcdefgh"), { maxLength: 8 });

test("blocks: what was removed, added and moved leads from the one order to the other", () => {
  const blocksOf = (names: readonly string[], text: string): Json => names.map((id) => ({ id, type: "quote", text }));
  fc.assert(
    fc.property(ids, ids, (before, after) => {
      const changes = blockChanges(blocksOf(before, "one"), blocksOf(after, "one")) ?? [];
      expect(changes.filter(({ kind }) => kind !== "removed").map(({ id }) => id)).toEqual(after);
      expect(
        changes
          .filter(({ kind }) => kind !== "added")
          .map(({ id }) => id)
          .sort(),
      ).toEqual([...before].sort());
      // Blocks that are not reported as moved keep their relative order.
      const still = changes
        .filter(({ kind, moved }) => kind !== "added" && !moved && kind !== "removed")
        .map(({ was }) => was ?? 0);
      expect(still).toEqual([...still].sort((one, other) => one - other));
    }),
  );
  const [only] = blockChanges(blocksOf(["a"], "one"), blocksOf(["a"], "two")) ?? [];
  expect(only).toMatchObject({ kind: "changed", moved: false, was: 1, is: 1 });
  const moved = blockChanges(blocksOf(["a", "b", "c"], "x"), blocksOf(["c", "a", "b"], "x")) ?? [];
  expect(moved.filter(({ moved: one }) => one).map(({ id }) => id)).toEqual(["c"]);
});

test("blocks without an id of their own are compared as they are", () => {
  expect(blockChanges([{ type: "quote" }], [])).toBeNull();
  expect(blockChanges([{ id: "a" }, { id: "a" }], [])).toBeNull();
  expect(blockChanges("text", [])).toBeNull();
  expect(blockChanges(undefined, null)).toEqual([]);
});

test("lists read as sets: added, removed, kept, and whether what is kept changed its order", () => {
  fc.assert(
    fc.property(ids, ids, (before, after) => {
      const changes = listChanges(before, after);
      const of = (kind: string) => changes.filter((one) => one.kind === kind).map(({ item }) => item);
      expect([...of("same"), ...of("added")].sort()).toEqual([...after].sort());
      expect([...of("same"), ...of("removed")].sort()).toEqual([...before].sort());
    }),
  );
  expect(isReordered(["a", "b"], ["b", "x", "a"])).toBe(true);
  expect(isReordered(["a", "b", "c"], ["a", "c", "d"])).toBe(false);
  expect(readItems("a")).toEqual(["a"]);
  expect(readItems(null)).toEqual([]);
  expect(readItems(["a", "a"])).toBeNull();
  expect(readItems([1])).toBeNull();
});

test("tags stand in their tree with the ones above them; one nobody describes under its id", () => {
  const references = new Map([
    ["1", reference("1", "/season/summer")],
    ["2", reference("2", "/season/winter")],
    ["3", reference("3", "/sale")],
  ]);
  const roots = tagTree(["1", "3"], ["1", "2", "lost"], references);
  expect(roots).toMatchObject([
    { path: "/sale", kind: "removed", children: [] },
    {
      name: "season",
      kind: null,
      children: [
        { name: "summer", kind: "same" },
        { name: "winter", kind: "added" },
      ],
    },
    { path: "lost", name: "lost", kind: "added" },
  ]);
  const nested = tagTree(
    [],
    ["a", "b"],
    new Map([
      ["a", reference("a", "/x")],
      ["b", reference("b", "/x/y")],
    ]),
  );
  expect(nested).toMatchObject([{ name: "x", kind: "added", children: [{ name: "y", kind: "added" }] }]);
});

test("values are formatted without losing a digit, and only where they are what their kind says", () => {
  expect(formatNumber(1299.5)).toBe("1,299.5");
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      expect(Number(formatNumber(number).replaceAll(",", ""))).toBe(number);
    }),
  );
  expect(formatMoney({ amount: "1234567.50", currency: "EUR" })).toBe("1,234,567.50 EUR");
  expect(formatMoney({ amount: "-5", currency: "USD" })).toBe("−5 USD");
  expect(formatMoney({ amount: 5, currency: "USD" })).toBeNull();
  expect(formatMoney({ amount: "5", currency: "USD", note: "hidden" })).toBeNull();
  expect(formatDate("2026-01-31")).toBe("Sat, January 31, 2026");
  expect(formatDate("2026-02-30")).toBeNull();
  expect(formatDate("soon")).toBeNull();
  expect(formatSize(70)).toBe("70 bytes");
  expect(formatSize(3_400_000)).toBe("3,321 kB");
  expect(plainValue({ name: "n", kind: "number" }, "12")).toBeNull();
  expect(plainValue({ name: "n", kind: "boolean" }, false)).toBe("No");
});

test("a file's address is made of a hash of ours and of nothing else", () => {
  expect(filePath(HASH)).toBe(`/api/content/files/${HASH}`);
  for (const hash of ["../me", `${HASH}?x`, HASH.toUpperCase(), `//foreign.invalid/${HASH}`, ""])
    expect(filePath(hash)).toBeNull();
});

function set(target: Json, path: readonly (string | number)[], to: Json): void {
  const at = path.slice(0, -1).reduce<Json>((inner, name) => (inner as Record<string | number, Json>)[name] as Json, target);
  (at as Record<string | number, Json>)[path.at(-1) as string] = to;
}
