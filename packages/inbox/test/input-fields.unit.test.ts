import { expect, test } from "vitest";
import { emptyField, makeDraft, readDraft, readJsonDraft, WHOLE } from "../src/ui/input-form/edit-draft.ts";
import { readInputFields } from "../src/ui/input-form/input-fields.ts";

const schema = {
  type: "object",
  required: ["to"],
  properties: {
    to: { type: "string", description: "Who gets it" },
    copies: { type: "integer" },
    rate: { type: "number" },
    urgent: { type: "boolean" },
    format: { enum: ["pdf", "html"] },
    level: { enum: [1, 2] },
    tags: { type: "array" },
    size: { $ref: "#/$defs/size" },
    odd: true,
  },
  $defs: { size: { type: "integer" } },
};
const fields = readInputFields(schema);
const draftOf = (input: Parameters<typeof makeDraft>[0]) => makeDraft(input, fields);

test("simple types are read from the schema, the rest is edited as JSON", () => {
  expect(fields.map(({ name, kind }) => [name, kind])).toEqual([
    ["to", "text"],
    ["copies", "integer"],
    ["rate", "number"],
    ["urgent", "boolean"],
    ["format", "choice"],
    ["level", "json"],
    ["tags", "json"],
    ["size", "integer"],
    ["odd", "json"],
  ]);
  expect(fields[0]).toMatchObject({ description: "Who gets it", isRequired: true });
});

test("a schema without properties, or with a reference to nowhere, gives no wrong field", () => {
  expect(readInputFields({})).toEqual([]);
  expect(readInputFields({ properties: { a: { $ref: "#/$defs/none" }, toString: { type: "string" } } })).toMatchObject([
    { name: "a", kind: "json" },
    { name: "toString", kind: "text" },
  ]);
});

test("a value that is not of its type is edited as JSON, so that nothing of it is lost", () => {
  const input = { to: 3, copies: "two", urgent: null, format: "docx", rate: 1.5 };
  expect(draftOf(input).map(({ form }) => form)).toEqual(["json", "json", "json", "json", "number"]);
  expect(readDraft(draftOf(input), input)).toEqual({ ok: true, userEdits: {} });
});

test("typed fields read back as their type", () => {
  const input = { to: "a", copies: 1, rate: 0.5, urgent: false, format: "pdf" };
  const texts: Record<string, string> = { copies: " 3 ", rate: "-0.25", urgent: "true", format: "html" };
  const edited = draftOf(input).map((field) => ({ ...field, text: texts[field.name] ?? field.text }));
  expect(readDraft(edited, input)).toEqual({ ok: true, userEdits: { copies: 3, rate: -0.25, urgent: true, format: "html" } });
});

test.each([
  ["", "This is not a number."],
  ["1.5", "This must be a whole number."],
  ["true", "This is not a number."],
  ["9007199254740993", "This number has more digits than can be stored exactly."],
  ["1e400", "This number has more digits than can be stored exactly."],
])("a whole number typed as %j is refused at its field", (text, fault) => {
  const read = readDraft([{ name: "copies", form: "integer", text }], { copies: 1 });
  expect(read).toEqual({ ok: false, faults: new Map([["copies", fault]]) });
});

test.each([
  ['{"a": 9007199254740993}', "/a is a number that would be rounded; send it as a string."],
  ["0.1000000000000000055", "This is a number that would be rounded; send it as a string."],
  ['{"a": 1, "a": 2}', expect.stringContaining("/a")],
  ["{", "This is not valid JSON."],
])("G2 JSON that a browser would read as something else than was typed is refused at its field: %s", (text, fault) => {
  const read = readDraft([{ name: "data", form: "json", text }], { data: null });
  expect(read).toEqual({ ok: false, faults: new Map([["data", fault]]) });
});

test("G2 and so is a whole input as JSON", () => {
  const faultOf = (text: string) => readJsonDraft(text, { to: "a" });
  expect(faultOf('{"to": 9007199254740993}')).toMatchObject({ ok: false, faults: new Map([[WHOLE, expect.any(String)]]) });
  expect(faultOf('{"to": "a", "to": "b"}')).toMatchObject({ ok: false });
  expect(faultOf('{"to": "b"}')).toEqual({ ok: true, userEdits: { to: "b" } });
});

test("a field the agent left out can be added", () => {
  const urgent = fields.find(({ name }) => name === "urgent");
  expect(urgent && readDraft([{ ...emptyField(urgent), text: "true" }], {})).toEqual({ ok: true, userEdits: { urgent: true } });
});
