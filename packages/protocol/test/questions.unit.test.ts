import { describe, expect, test } from "vitest";
import { choicesOf, questionSchema, readQuestion, type JsonObject } from "../src/index.ts";

/** Each fault of a question with this form, as `path message`. */
function faultsOf(form: unknown): string[] {
  const read = questionSchema.safeParse({ question: "Which?", form });
  return read.success ? [] : read.error.issues.map(({ path, message }) => `${path.slice(1).join("/")} ${message}`);
}
const formOf = (field: JsonObject, name = "one"): JsonObject => ({ type: "object", properties: { [name]: field } });
const text = { type: "string" };
const titled = (...pairs: [string, string][]) => pairs.map(([value, title]) => ({ const: value, title }));

describe("names of fields", () => {
  test.each(["constructor", "toString", "hasOwnProperty", "valueOf", "isPrototypeOf"])("%s cannot be used", (name) => {
    expect(faultsOf(formOf(text, name))).toEqual([`properties \`${name}\` is a name that cannot be used`]);
  });

  test("__proto__ is refused and not dropped", () => {
    const properties = JSON.parse('{"size":{"type":"string"},"__proto__":{"type":"string"}}') as unknown;
    expect(faultsOf({ type: "object", properties })).toEqual(["properties `__proto__` is a name that cannot be used"]);
  });

  test.each([[undefined], [null], ["size"], [[]], [3]])("%j is no list of fields", (properties) => {
    expect(faultsOf({ type: "object", properties })).toEqual([expect.stringMatching(/^properties Invalid input/)]);
  });

  test("other names that are no identifiers are refused at their place", () => {
    expect(faultsOf(formOf(text, "a b"))).toEqual([expect.stringMatching(/^properties\/a b /)]);
  });
});

test("required names each field of the form once, and orders it", () => {
  const properties = { a: text, b: text };
  const of = (...required: string[]) => faultsOf({ type: "object", properties, required });
  expect(of("b", "a")).toEqual([]);
  expect(of("b", "a", "b")).toEqual(["required/2 is listed twice"]);
  expect(of("c")).toEqual(["required/0 is not a field of this form"]);
  const asked = readQuestion({ question: "Which?", form: { type: "object", properties, required: ["b"] } });
  expect(Object.keys(asked!.form.properties)).toEqual(["b", "a"]);
});

const SPACE = "begins or ends with a space";
const UNSEEN = "has characters that cannot be seen";

test.each<[JsonObject, string]>([
  [{ type: "string", enum: ["S", "M", "S"] }, "properties/one/enum/2 is listed twice"],
  [{ type: "array", items: { enum: ["S", "S"] } }, "properties/one/items/enum/1 is listed twice"],
  [{ type: "string", oneOf: titled(["S", "Small"], ["S", "Medium"]) }, "properties/one/oneOf/1/const is listed twice"],
  [{ type: "string", oneOf: titled(["S", "Small"], ["M", "Small"]) }, "properties/one/oneOf/1/title is listed twice"],
  [{ type: "array", items: { anyOf: titled(["S", "A"], ["M", "A"]) } }, "properties/one/items/anyOf/1/title is listed twice"],
  [{ type: "string", enum: ["S", "M "] }, `properties/one/enum/1 ${SPACE}`],
  [{ type: "string", oneOf: titled(["S", " Small"]) }, `properties/one/oneOf/0/title ${SPACE}`],
  [{ type: "string", title: "Size " }, `properties/one/title ${SPACE}`],
  [{ type: "string", description: "As ordered\n" }, `properties/one/description ${SPACE}`],
  [{ type: "string", title: "Size\nor not" }, `properties/one/title ${UNSEEN}`],
  [{ type: "string", enum: ["pay\u200b"] }, `properties/one/enum/0 ${UNSEEN}`],
  [{ type: "string", description: "pay\u200b" }, `properties/one/description ${UNSEEN}`],
])("%j is refused: %s", (field, fault) => {
  expect(faultsOf(formOf(field))).toEqual([fault]);
});

test.each<[JsonObject, string]>([
  [{ type: "string", enum: ["S"], minLength: 1 }, "has `minLength` beside its choices; remove it"],
  [{ type: "string", enum: ["S"], maxLength: 1 }, "has `maxLength` beside its choices; remove it"],
  [{ type: "string", oneOf: titled(["S", "Small"]), format: "date" }, "has `format` beside its choices; remove it"],
  [{ type: "string", minLength: 3, maxLength: 2 }, "has a `minLength` above its `maxLength`"],
  [{ type: "string", maxLength: 0 }, "has a `maxLength` of 0"],
  [{ type: "number", minimum: 2, maximum: 1 }, "has a `minimum` above its `maximum`"],
  [{ type: "integer", minimum: 2, maximum: 1 }, "has a `minimum` above its `maximum`"],
  [{ type: "integer", minimum: 1.2, maximum: 1.8 }, "has no whole number from `minimum` to `maximum`"],
  [{ type: "array", items: { enum: ["S", "M"] }, minItems: 2, maxItems: 1 }, "has a `minItems` above its `maxItems`"],
  [{ type: "array", items: { enum: ["S", "M"] }, minItems: 3 }, "has a `minItems` above the number of its choices"],
  [{ type: "array", items: { enum: ["S", "M"] }, maxItems: 0 }, "has a `maxItems` of 0"],
])("%j has no answer: %s", (field, fault) => {
  expect(faultsOf(formOf(field))).toEqual([`properties/one ${fault}`]);
});

test.each<JsonObject>([
  { type: "string", description: "As on\nthe order", minLength: 2, maxLength: 2 },
  { type: "string", format: "email" },
  { type: "number", minimum: 1.2, maximum: 1.2 },
  { type: "integer", minimum: -0.5, maximum: 0.5 },
  { type: "array", items: { enum: ["S", "M"] }, minItems: 2, maxItems: 9 },
  { type: "boolean" },
])("%j can be asked", (field) => {
  expect(faultsOf(formOf(field))).toEqual([]);
});

test("items of a list are as MCP describes them: a type beside enum, none beside anyOf", () => {
  const itemsOf = (items: JsonObject) =>
    readQuestion({ question: "Which?", form: formOf({ type: "array", items }) })?.form.properties["one"];
  const anyOf = titled(["S", "Small"]);
  for (const type of [{}, { type: "string" }]) {
    expect(itemsOf({ ...type, enum: ["S"] })).toEqual({ type: "array", items: { type: "string", enum: ["S"] } });
    expect(itemsOf({ ...type, anyOf })).toEqual({ type: "array", items: { anyOf } });
  }
  expect(choicesOf({ type: "array", items: { anyOf } })).toEqual([{ value: "S", label: "Small" }]);
});
