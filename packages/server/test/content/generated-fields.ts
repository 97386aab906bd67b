import { fc } from "../../../../test/support/property.ts";
import type { ContentField, Json, JsonObject } from "@countersign/protocol";

/** Ids of elements that generated values may refer to. */
export interface Known {
  objects: readonly string[];
  pictures: readonly string[];
}

const words = fc.string({
  unit: fc.constantFrom("a", "B", "ß", " ", "é", "𝒳", "'", '"', "<", "&", "{", "}", "%", "_", "\\"),
  minLength: 1,
  maxLength: 12,
});
const html = fc
  .array(words, { minLength: 1, maxLength: 3 })
  .map((parts) => parts.map((part) => `<p>${part.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</p>`).join(""));
const day = fc.integer({ min: 0, max: 20_000 }).map((n) => new Date(n * 86_400_000).toISOString().slice(0, 10));
const amount = fc
  .integer({ min: 0, max: 9_999_999 })
  .map((cents) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`);

const OPTIONS = ["one", "two", "three", "four"];
const LANGUAGES = ["en", "de"];
const KINDS: ContentField["kind"][] = [
  "text",
  "richtext",
  "number",
  "money",
  "date",
  "select",
  "multiselect",
  "boolean",
  "relation",
  "image",
  "blocks",
  "code",
  "json",
];

/** Lists of fields of every kind, with what each kind needs. */
export const fields: fc.Arbitrary<ContentField[]> = fc
  .array(fc.record({ kind: fc.constantFrom(...KINDS), localized: fc.boolean(), many: fc.boolean() }), {
    minLength: 1,
    maxLength: 6,
  })
  .map((list) => list.map(({ kind, localized, many }, n) => fieldOf(kind, `f${n}`, { localized, many })));

function fieldOf(
  kind: ContentField["kind"],
  name: string,
  { localized, many }: { localized: boolean; many: boolean },
): ContentField {
  const base: ContentField = { name, kind, ...(localized && { localized }) };
  switch (kind) {
    case "select":
    case "multiselect":
      return { ...base, options: OPTIONS };
    case "number":
      return { ...base, minimum: 0, maximum: 1000 };
    case "money":
      return { ...base, currencies: ["EUR", "SEK"] };
    case "relation":
      return { ...base, ...(many && { many }), to: [{ kind: "object" }] };
    case "image":
      return { ...base, ...(many && { many }) };
    case "blocks":
      return {
        ...base,
        blocks: [
          { name: "text", fields: [{ name: "html", kind: "richtext" }] },
          { name: "note", fields: [{ name: "n", kind: "number" }] },
        ],
      };
    default:
      return base;
  }
}

function valid(field: ContentField, known: Known): fc.Arbitrary<Json> {
  switch (field.kind) {
    case "text":
    case "code":
      return words;
    case "richtext":
      return html;
    case "number":
      return fc.oneof(fc.integer({ min: 0, max: 1000 }), fc.constantFrom(0.5, 12.25, 999.875));
    case "money":
      return fc.record({ amount, currency: fc.constantFrom("EUR", "SEK") });
    case "date":
      return day;
    case "select":
      return fc.constantFrom(...OPTIONS);
    case "multiselect":
      return fc.uniqueArray(fc.constantFrom(...OPTIONS));
    case "boolean":
      return fc.boolean();
    case "relation":
      return one(field, known.objects);
    case "image":
      return one(field, known.pictures);
    case "blocks":
      return fc
        .array(
          fc.oneof(
            html.map((text) => ({ type: "text", html: text })),
            fc.nat(99).map((n) => ({ type: "note", n })),
          ),
          { maxLength: 4 },
        )
        .map((list) => list.map((block, n) => ({ id: `b${n}`, ...block })));
    case "json":
      return fc.dictionary(
        fc.constantFrom("a", "b", "__proto__", "constructor"),
        fc.oneof(words, fc.integer(), fc.boolean()),
      ) as fc.Arbitrary<JsonObject>;
  }
}

const one = (field: ContentField, ids: readonly string[]): fc.Arbitrary<Json> =>
  field.many === true ? fc.uniqueArray(fc.constantFrom(...ids), { maxLength: 3 }) : fc.constantFrom(...ids);

/** Values that no kind of field accepts. */
const junk: fc.Arbitrary<Json> = fc.constantFrom<Json>(
  "\u0000",
  -1,
  1e300,
  [[]],
  [null],
  { nothing: 1 },
  "<script>x</script>",
  "no-such-id",
  [1, 2],
);

const local = (field: ContentField, value: fc.Arbitrary<Json>): fc.Arbitrary<Json> =>
  field.localized === true
    ? (fc.dictionary(fc.constantFrom(...LANGUAGES), value, { minKeys: 1 }) as fc.Arbitrary<JsonObject>)
    : value;

/** Changes of some of the fields: valid values, null, and with `mayBeWrong` sometimes invalid values. */
export const changeOf = (list: readonly ContentField[], known: Known, mayBeWrong: boolean): fc.Arbitrary<JsonObject> =>
  fc
    .tuple(
      ...list.map((field) =>
        fc.option(
          fc.oneof(
            { weight: 8, arbitrary: local(field, valid(field, known)) },
            { weight: 1, arbitrary: fc.constant(null) },
            ...(mayBeWrong ? [{ weight: 1, arbitrary: local(field, junk) }] : []),
          ),
          { nil: undefined },
        ),
      ),
    )
    .map((values) =>
      Object.fromEntries(list.flatMap(({ name }, n) => (values[n] === undefined ? [] : [[name, values[n] as Json]]))),
    )
    .filter((set) => Object.keys(set).length > 0);

export { LANGUAGES };
